// The round clock, drawn from what was published: the phases, which of them it was, what was left of it and since when it runs.
// So a running clock costs no traffic, and a page that has lost the relay still shows and calls what is due. Pure.

/** {place, phase, left, state: "none" | "stands" | "waits" | "runs" | "over"} at an instant of the relay; `since`: when the phase began. */
export function clockAt(clock, now) {
  if (!clock?.plan) return { place: 0, phase: null, left: 0, since: null, state: "none" };
  const { phases } = clock;
  let { place, left_ms: left, since } = clock;
  while (since !== null && place < phases.length && now >= since + left) {
    since += left;
    place++;
    left = phases[place]?.length ?? 0;
  }
  const phase = phases[place] ?? { kind: "over", round: clock.plan.rounds, length: 0 };
  if (place >= phases.length) return { place, phase, left: 0, since, state: "over" };
  if (since === null) return { place, phase, left, since, state: "stands" };
  return { place, phase, left: left - Math.max(0, now - since), since, state: now < since ? "waits" : "runs" };
}

/** What is due after `from` and up to `to`: [{at, round, call, length}], in order; `length` of the phase that begins, or what is left. */
export function callsBetween(clock, from, to) {
  if (!clock?.plan || clock.since === null) return [];
  const found = [];
  let [start, length] = [clock.since, clock.left_ms];
  for (let place = clock.place; place < clock.phases.length && start <= to; place++) {
    const phase = clock.phases[place];
    const end = start + length;
    const called = place === clock.place ? clock.called : [];
    for (const { call, before_ms: before } of phase.kind === "play" ? clock.warnings : []) {
      if (!called.includes(call)) found.push({ at: Math.max(start, end - before), round: phase.round, call, length: Math.min(before, length) });
    }
    const next = clock.phases[place + 1];
    found.push({ at: end, round: next?.round ?? phase.round, call: next?.kind ?? "over", length: next?.length ?? 0 });
    [start, length] = [end, next?.length ?? 0];
  }
  return found.filter(({ at }) => at > from && at <= to);
}

/** What is still to come: [{phase, start, end}], if the clock ran from now on without a pause. */
export function timetable(clock, now) {
  const { place, left, since, state } = clockAt(clock, now);
  if (state === "none") return [];
  let start = state === "waits" ? since : now;
  return clock.phases.slice(place).map((phase, i) => {
    const end = start + (i ? phase.length : left);
    const line = { phase, start, end };
    start = end;
    return line;
  });
}

/** The board of the round that should be in play when so much is left of it. */
export function boardDue({ boards, board_ms: board = 480_000 }, left) {
  return Math.min(boards, Math.max(1, boards - Math.ceil(left / board) + 1));
}
