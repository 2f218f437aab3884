import { useEffect, useSyncExternalStore } from 'react';
import { pageEvent } from './page-event.ts';

const changed = pageEvent('footer-note');

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
      changed.tell();
    };
    put(text);
    return () => put('');
  }, [text]);
}

/** For the shell's footer. */
export const useShownFooterNote = (): string =>
  useSyncExternalStore(changed.hear, () => window.numscopeFooterNote ?? '');
