import type { RemoteName } from '@numscope/contracts';
import { useSyncExternalStore } from 'react';

let broken: ReadonlySet<RemoteName> = new Set();
const listeners = new Set<() => void>();

export function markBroken(name: RemoteName, on: boolean): void {
  const next = new Set(broken);
  if (on) next.add(name);
  else next.delete(name);
  broken = next;
  for (const listener of listeners) listener();
}

/** Whether it could not be loaded or crashed, and has not come right since. */
export const isBroken = (name: RemoteName): boolean => broken.has(name);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The remotes that could not be loaded or crashed. */
export const useBrokenRemotes = (): ReadonlySet<RemoteName> => useSyncExternalStore(subscribe, () => broken);
