// What has changed in an object, as the relay tells it (docs/wire.md): `{set, drop, in, add}`, each optional.

/** The new object; the old one stays as it is. */
export function patched(old, { set, drop = [], in: within = {}, add = {} }) {
  const found = { ...old, ...set };
  for (const name of drop) delete found[name];
  for (const [name, inner] of Object.entries(within)) found[name] = patched(old[name], inner);
  for (const [name, [kept, more]] of Object.entries(add)) found[name] = [...old[name].slice(0, kept), ...more];
  return found;
}
