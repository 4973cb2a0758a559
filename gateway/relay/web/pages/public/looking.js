// Which position of a game is looked at: the present one, which goes on with the game, or one that stays as it is,
// whatever is played meanwhile. Pure.

export class Looking {
  at = null; // after so many moves; null: at the present position
  count = 0; // moves of the game
  left = 0; // moves there were when the present position was left

  /** The number of moves that the position looked at has. */
  get ply() {
    return this.at ?? this.count;
  }

  /** Moves that have come since the present position was left. */
  get fresh() {
    return this.at === null ? 0 : Math.max(0, this.count - this.left);
  }

  /** The game has so many moves now; `from` is the first that is another than before. */
  update(count, from = this.count) {
    this.count = count;
    if (this.at === null) return;
    this.left = Math.min(this.left, count);
    if (this.at > Math.min(from, count)) this.at = null; // what was looked at has been corrected
  }

  /** Look at the position after so many moves and stay there; at the last one, if the game goes on, it is the present. */
  go(ply, stay = false) {
    const wanted = Math.max(0, Math.min(this.count, ply));
    if (wanted === this.count && !stay) return this.live();
    if (this.at === null) this.left = this.count;
    this.at = wanted;
  }

  step(by) {
    this.go(this.ply + by);
  }

  live() {
    this.at = null;
    this.left = this.count;
  }
}
