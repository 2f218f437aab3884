// What a test file may change of its process, put back before the next file.

/** A process's own listeners that helpers leave: they delete what is left when it ends. */
const STAY = new Set(['exit', 'newListener', 'removeListener']);

const isSame = (one, other) =>
  one !== undefined && one.value === other.value && one.get === other.get && one.set === other.set;

function keepGlobals() {
  const before = Object.getOwnPropertyDescriptors(globalThis);
  return () => {
    // By symbols libraries keep what all of a process share.
    for (const key of Object.getOwnPropertyNames(globalThis))
      if (!Object.hasOwn(before, key)) Reflect.deleteProperty(globalThis, key);
    for (const key of Object.keys(before)) {
      const now = Object.getOwnPropertyDescriptor(globalThis, key);
      if (!isSame(now, before[key])) Reflect.defineProperty(globalThis, key, before[key]);
    }
  };
}

function keepListeners() {
  const listeners = () =>
    process.eventNames().flatMap((event) => process.rawListeners(event).map((one) => [event, one]));
  const before = new Set(listeners().map(([, one]) => one));
  return () => {
    for (const [event, one] of listeners()) if (!STAY.has(event) && !before.has(one)) process.off(event, one);
  };
}

/**
 * Remembers environment, folder, mask, globals and listeners of this process.
 * @returns puts them back
 */
export function keepState() {
  const env = { ...process.env };
  const folder = process.cwd();
  const mask = process.umask();
  const putBack = [keepGlobals(), keepListeners()];
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    process.chdir(folder);
    process.umask(mask);
    for (const each of putBack) each();
  };
}
