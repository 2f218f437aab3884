import { keepTrying, TAKEN_IMPORTS, useSession } from '@numscope/ui';
import { loadLeftImports } from '@numscope/ui/imports/load-left-imports.ts';
import { useEffect } from 'react';

const isTaken = (key: string | null): boolean => key?.startsWith(TAKEN_IMPORTS) === true;

/**
 * Tells who is signed in, on whichever screen, how the imports ended that this person sent from this browser and whose page was
 * closed meanwhile.
 */
export function useLeftImports(): void {
  const userName = useSession()?.userName ?? null;
  useEffect(() => {
    if (userName === null) return;
    const control = new AbortController();
    const { signal } = control;
    const look = async (): Promise<void> => {
      if (!Array.from({ length: localStorage.length }, (_none, at) => localStorage.key(at)).some(isTaken)) return;
      const followLeftImports = await keepTrying(loadLeftImports, signal);
      if (!signal.aborted) await followLeftImports(userName, signal);
    };
    void look();
    // Another page sends one, and may be closed before its end.
    const heard = ({ key }: StorageEvent): void => {
      if (isTaken(key)) void look();
    };
    window.addEventListener('storage', heard);
    return () => {
      control.abort();
      window.removeEventListener('storage', heard);
    };
  }, [userName]);
}
