import { type RefObject, useLayoutEffect, useRef } from 'react';

/** What the line of tools leaves out to fit, the least needed first: nothing, how long it took, words beside icons, the one line. */
const rooms = ['all', 'untimed', 'icons', 'lines'] as const;

function fit(tools: HTMLElement): void {
  const room = rooms.find((one) => {
    tools.dataset['room'] = one;
    return tools.scrollWidth <= tools.clientWidth;
  });
  const areIconsAlone = room === undefined || room === 'icons' || room === 'lines';
  for (const words of tools.querySelectorAll('.ns-wide > .ns-words'))
    words.parentElement?.setAttribute('title', areIconsAlone ? words.textContent : '');
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
