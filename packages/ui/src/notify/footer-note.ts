import { useEffect, useSyncExternalStore } from 'react';

const CHANGED = 'numscope:footer-note';

declare global {
  interface Window {
    numscopeFooterNote?: string;
  }
}

/** Says something in the footer while a screen is open, for example that opening it is recorded. */
export function useFooterNote(text: string): void {
  useEffect(() => {
    const put = (note: string): void => {
      window.numscopeFooterNote = note;
      window.dispatchEvent(new CustomEvent(CHANGED));
    };
    put(text);
    return () => put('');
  }, [text]);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}

/** For the shell's footer. */
export const useShownFooterNote = (): string => useSyncExternalStore(subscribe, () => window.numscopeFooterNote ?? '');
