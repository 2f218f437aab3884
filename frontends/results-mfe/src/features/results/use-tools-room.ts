import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * What the line of tools leaves out to fit, the least needed first: nothing, how long it took, words beside icons, all but the words of the views
 * and of the export, the one line.
 */
const rooms = ['all', 'untimed', 'icons', 'tight', 'lines'] as const;

function fit(tools: HTMLElement): void {
  rooms.some((one) => {
    tools.dataset['room'] = one;
    return tools.scrollWidth <= tools.clientWidth;
  });
  for (const words of tools.querySelectorAll('.ns-words')) {
    const isHidden = getComputedStyle(words).position === 'absolute';
    words.parentElement?.setAttribute('title', isHidden ? words.textContent : '');
  }
}

/** Keeps the tools of a wide window on one line in every language. */
export function useToolsRoom(): RefObject<HTMLDivElement | null> {
  const tools = useRef<HTMLDivElement>(null);
  // What stands in it may be longer than before.
  useLayoutEffect(() => {
    if (tools.current !== null) fit(tools.current);
  });
  useLayoutEffect(() => {
    const element = tools.current;
    if (element === null) return;
    const watcher = new ResizeObserver(() => requestAnimationFrame(() => fit(element)));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return tools;
}
