import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';

const STEPS = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const;

/** Arrow keys walk through the rows, Enter opens, the space bar selects. */
export function rowKeys(
  event: KeyboardEvent<HTMLTableRowElement>,
  actions: { open: (() => void) | undefined; select: ((shift: boolean) => void) | undefined },
): void {
  if (event.target !== event.currentTarget) return;
  const row = event.currentTarget;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    const next = rowBeside(row, STEPS[event.key]) ?? rowMadeBeside(row, STEPS[event.key]);
    if (next === undefined) return;
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

function rowBeside(row: HTMLElement, step: (typeof STEPS)[keyof typeof STEPS]): HTMLElement | undefined {
  let next = row[step];
  while (next instanceof HTMLElement && next.tabIndex < 0) next = next[step];
  return next instanceof HTMLElement ? next : undefined;
}

/**
 * A held key is quicker than the scroll event that makes the rows of a long list: they are made at once, so that no key is lost.
 * At the list's end there is still none.
 */
function rowMadeBeside(row: HTMLElement, step: (typeof STEPS)[keyof typeof STEPS]): HTMLElement | undefined {
  flushSync(() => row.closest('.ns-table-wrap')?.dispatchEvent(new Event('scroll')));
  return rowBeside(row, step);
}
