import { type RefObject, useLayoutEffect } from 'react';

/** Where pinned columns would take more of the table's width than this part none stays pinned: the others could not be scrolled to. */
const MOST = 0.7;

/** Where pinned cells stop, counted from 0. */
export const pinnedLeft = (index: number): string => `var(--ns-pin-${index})`;

/** Tells the pinned cells of a table how far from its left edge they stop: the width of those before them. */
export function usePinned(table: RefObject<HTMLTableElement | null>, count: number): void {
  useLayoutEffect(() => {
    const { current } = table;
    if (current === null || count === 0) return;
    const measure = (): void => {
      const widths = [...current.querySelectorAll<HTMLElement>('thead th')]
        .slice(0, count)
        .map((head) => head.offsetWidth);
      let left = 0;
      widths.forEach((width, index) => {
        current.style.setProperty(`--ns-pin-${index}`, `${left}px`);
        left += width;
      });
      current.toggleAttribute('data-unpinned', left > MOST * (current.parentElement?.clientWidth ?? 0));
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(current);
    if (current.parentElement !== null) sizes.observe(current.parentElement);
    return () => sizes.disconnect();
  });
}
