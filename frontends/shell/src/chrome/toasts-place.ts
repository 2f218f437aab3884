import { type RefObject, useEffect } from 'react';

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Bars of actions, the way to other pages, and the buttons of a window: what a toast must leave free. */
const KEPT_FREE = '[role="toolbar"], .ns-pager, .ns-export, dialog:modal footer';
/** Pixels between a toast and what it leaves free. */
const GAP = 4;

/**
 * How many pixels toasts must go up from where they stand, so that they cover none of the bars; 0 where they would
 * leave the page, above which nothing is read.
 */
export function liftOver(toasts: Box, bars: readonly Box[]): number {
  let lift = 0;
  for (const bar of [...bars].sort((a, b) => b.bottom - a.bottom)) {
    const beside = bar.right <= toasts.left || bar.left >= toasts.right;
    const apart = bar.bottom <= toasts.top - lift || bar.top >= toasts.bottom - lift;
    if (!beside && !apart) lift = toasts.bottom - bar.top + GAP;
  }
  return lift > toasts.top ? 0 : lift;
}

function liftUp(toasts: HTMLElement): void {
  toasts.style.translate = '';
  const bars = [...document.querySelectorAll(KEPT_FREE)].map((bar) => bar.getBoundingClientRect());
  const lift = liftOver(
    toasts.getBoundingClientRect(),
    bars.filter(({ height }) => height > 0),
  );
  if (lift > 0) toasts.style.translate = `0 ${-lift}px`;
}

/** Keeps the shown toasts above what they would cover, also when that comes after them. */
export function useLift(box: RefObject<HTMLElement | null>, shown: number): void {
  useEffect(() => {
    const { current } = box;
    if (current === null || shown === 0) return;
    const place = (): void => liftUp(current);
    place();
    const changes = new MutationObserver(place);
    changes.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('resize', place);
    return () => {
      changes.disconnect();
      window.removeEventListener('resize', place);
    };
  }, [box, shown]);
}
