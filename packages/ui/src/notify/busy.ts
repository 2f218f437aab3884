import { useSyncExternalStore } from 'react';
import { pageEvent } from './page-event.ts';

const changed = pageEvent<1 | -1>('busy');
let level = 0;

/** Shows the spinner overlay while global data loads; call the answer when it has. Works from every part. */
export function globalLoading(): () => void {
  let open = true;
  changed.tell(1);
  return () => {
    if (open) changed.tell(-1);
    open = false;
  };
}

const subscribe = (listener: () => void): (() => void) =>
  changed.hear((by) => {
    level = Math.max(0, level + by);
    listener();
  });

/** For the shell, which shows the overlay. */
export const useGlobalLoading = (): boolean => useSyncExternalStore(subscribe, () => level > 0);
