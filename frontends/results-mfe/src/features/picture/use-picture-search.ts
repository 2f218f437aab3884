import { currentSession, onSessionChange } from '@numscope/ui';
import { useSyncExternalStore } from 'react';
import type { KeptSearch } from '../../domain/picture-search.ts';

let current: KeptSearch | null = null;
let owner: string | undefined;
const listeners = new Set<() => void>();

/** Keeps the search by picture that is shown; null: none. */
export function keepPictureSearch(next: KeptSearch | null): void {
  current = next;
  owner = currentSession()?.token;
  for (const listener of listeners) listener();
}

// Nothing stays of what a person searched for before logging out.
onSessionChange(() => {
  if (current !== null && currentSession()?.token !== owner) keepPictureSearch(null);
});

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const usePictureSearch = (): KeptSearch | null => useSyncExternalStore(subscribe, () => current);
