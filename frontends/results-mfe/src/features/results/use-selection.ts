import { currentSession, noSelection, onSessionChange, type Selection } from '@numscope/ui';
import { useSyncExternalStore } from 'react';

let kept = { search: '', selection: noSelection };
const listeners = new Set<() => void>();

function keep(search: string, selection: Selection): void {
  kept = { search, selection };
  for (const tell of listeners) tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Another person must not see what this one selected.
onSessionChange(() => {
  if (currentSession() === null) keep('', noSelection);
});

/**
 * The phones that are selected among what a search finds. They stay selected while one of them is looked at, or some
 * are compared; another search has none of them.
 */
export function useSelection(q: readonly string[]): [Selection, (selection: Selection) => void] {
  const search = q.join('\n');
  const { search: of, selection } = useSyncExternalStore(subscribe, () => kept);
  return [of === search ? selection : noSelection, (next) => keep(search, next)];
}
