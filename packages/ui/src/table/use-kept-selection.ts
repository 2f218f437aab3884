import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { currentSession, onSessionChange } from '../session/session.ts';
import { noSelection, type Selection } from './selection.ts';

const kept = new Map<string, { question: string; selection: Selection }>();
const listeners = new Set<() => void>();

function tellAll(): void {
  for (const tell of listeners) tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let watched = false;

/** Another person must not see what this one selected. */
function forgetAtEnd(): void {
  if (watched) return;
  watched = true;
  onSessionChange(() => {
    if (currentSession() !== null) return;
    kept.clear();
    tellAll();
  });
}

/** What is selected in a list now, whatever question it answers. */
export const selectedRows = (list: string): string[] => [...(kept.get(list)?.selection.ids ?? [])];

/** Takes out of what is selected in a list the rows that are no more. */
export function deselectRows(list: string, gone: readonly string[]): void {
  const last = kept.get(list);
  if (last === undefined || !gone.some((id) => last.selection.ids.has(id))) return;
  const ids = new Set(last.selection.ids);
  for (const id of gone) ids.delete(id);
  kept.set(list, { ...last, selection: { ...last.selection, ids } });
  tellAll();
}

/**
 * The rows that are selected in a list. They stay selected on other pages of it, and while one of them is looked at on
 * another screen; a list that answers another question has none of them, nor is anything selected of a question that is no longer asked.
 * @param list of which list, for example `jobs`
 * @param question what the list answers: its criteria or filters
 */
export function useKeptSelection(
  list: string,
  question: readonly string[],
): [Selection, (selection: Selection) => void] {
  forgetAtEnd();
  const of = question.join('\n');
  const selection = useSyncExternalStore(subscribe, () => {
    const last = kept.get(list);
    return last?.question === of ? last.selection : noSelection;
  });
  const present = useRef(of);
  useEffect(() => {
    present.current = of;
  });
  const select = useCallback(
    (next: Selection) => {
      if (present.current !== of) return;
      kept.set(list, { question: of, selection: next });
      tellAll();
    },
    [list, of],
  );
  return [selection, select];
}
