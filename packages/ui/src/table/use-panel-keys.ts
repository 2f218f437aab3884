import { useEffect } from 'react';

const busy = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [role="menu"], [role="tablist"], dialog[open], tr') !== null;

/**
 * With the panel open the arrow keys show the next and the previous row, wherever the focus is but in a field. A
 * focused row does it by itself.
 * @param openId the row whose panel is open; empty or null: none
 */
export function usePanelKeys<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  openId: string | null,
  onOpen: (row: Row) => void,
): void {
  useEffect(() => {
    if (openId === null || openId === '') return;
    const key = (event: KeyboardEvent): void => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (
        step === undefined ||
        event.defaultPrevented ||
        event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        busy(event.target)
      )
        return;
      const at = rows.findIndex((row) => rowId(row) === openId);
      const next = at < 0 ? undefined : rows[at + step];
      if (next === undefined) return;
      event.preventDefault();
      onOpen(next);
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  });
}
