import type { KeyboardEvent } from 'react';

/** Arrow keys walk through the rows, Enter opens, the space bar selects. */
export function rowKeys(
  event: KeyboardEvent<HTMLTableRowElement>,
  actions: { open: (() => void) | undefined; select: ((shift: boolean) => void) | undefined },
): void {
  if (event.target !== event.currentTarget) return;
  const row = event.currentTarget;
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    let next = row[step[event.key]];
    while (next instanceof HTMLElement && next.tabIndex < 0) next = next[step[event.key]];
    if (!(next instanceof HTMLElement)) return;
    next.focus();
    // With the panel open it follows the row.
    if (row.dataset['open'] !== undefined) next.click();
  } else if (event.key === 'Enter') {
    event.preventDefault();
    actions.open?.();
  } else if (event.key === ' ') {
    event.preventDefault();
    actions.select?.(event.shiftKey);
  }
}
