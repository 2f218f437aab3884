import { type RefObject, useEffect, useRef } from 'react';

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Puts the focus on the main part after a move to another screen, where it went with the former one: the keyboard and a screen reader go on from there
 * and not from the beginning of the page. The former screen may go later than the address changes, so it is looked at until somebody does something.
 */
export function useKeptFocus(main: RefObject<HTMLElement | null>, pathname: string): void {
  const former = useRef(pathname);
  useEffect(() => {
    const { current } = main;
    if (former.current === pathname || current === null) return;
    former.current = pathname;
    const take = (): void => {
      if (isLost()) current.focus({ preventScroll: true });
    };
    take();
    const changes = new MutationObserver(take);
    changes.observe(current, { childList: true, subtree: true });
    const stop = (): void => {
      changes.disconnect();
      for (const type of ['pointerdown', 'keydown'] as const) removeEventListener(type, stop, true);
    };
    for (const type of ['pointerdown', 'keydown'] as const) addEventListener(type, stop, true);
    return stop;
  }, [main, pathname]);
}
