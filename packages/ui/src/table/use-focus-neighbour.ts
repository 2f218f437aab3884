import { type RefObject, useLayoutEffect, useRef } from 'react';

const rowsIn = (place: HTMLElement | null): HTMLElement[] => [
  ...(place?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
];
const nobodyHasFocus = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * When the row that has the focus goes, as after a delete, the row that takes its place gets it, or else the last one:
 * the browser would leave it nowhere. Where a window asked about the row, that happens when the window is closed.
 * @param place what holds the rows, each with its id as `data-row`
 * @param ids of the rows that are shown now
 */
export function useFocusNeighbour(place: RefObject<HTMLElement | null>, ids: readonly string[]): void {
  const last = useRef<{ id: string; at: number } | null>(null);
  useLayoutEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      // Nothing is noted of a window that lies above and may ask about the row.
      if (!(target instanceof HTMLElement) || target.closest('dialog, [popover]') !== null) return;
      const row = target.closest<HTMLElement>('[data-row]');
      const at = row === null ? -1 : rowsIn(place.current).indexOf(row);
      last.current = at < 0 ? null : { id: row?.dataset['row'] ?? '', at };
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [place]);
  const key = ids.join('\n');
  useLayoutEffect(() => {
    const gone = last.current;
    if (gone === null || key.split('\n').includes(gone.id)) return;
    const take = (): boolean => {
      if (last.current !== gone) return true;
      if (!nobodyHasFocus()) return document.querySelector('dialog:modal') === null;
      const rows = rowsIn(place.current);
      rows[Math.min(gone.at, rows.length - 1)]?.focus();
      return true;
    };
    if (take()) return;
    const changes = new MutationObserver(() => {
      if (take()) changes.disconnect();
    });
    changes.observe(document.body, { childList: true, subtree: true });
    return () => changes.disconnect();
  }, [key, place]);
}
