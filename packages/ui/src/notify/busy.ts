import { useSyncExternalStore } from 'react';

const CHANGED = 'numscope:busy';
let level = 0;

/** Shows the spinner overlay while global data loads; call the answer when it has. Works from every part. */
export function globalLoading(): () => void {
  let open = true;
  window.dispatchEvent(new CustomEvent(CHANGED, { detail: 1 }));
  return () => {
    if (open) window.dispatchEvent(new CustomEvent(CHANGED, { detail: -1 }));
    open = false;
  };
}

function subscribe(listener: () => void): () => void {
  const heard = (event: Event): void => {
    if (event instanceof CustomEvent) level = Math.max(0, level + Number(event.detail));
    listener();
  };
  window.addEventListener(CHANGED, heard);
  return () => window.removeEventListener(CHANGED, heard);
}

/** For the shell, which shows the overlay. */
export const useGlobalLoading = (): boolean => useSyncExternalStore(subscribe, () => level > 0);
