import { storageKeys } from '@numscope/ui';
import { tokenWith } from './browser.ts';
import { type RunCalls, runCalls } from './run-calls.ts';

/** Who sends the imports. */
export const USER = 'l_okafor';

/** What the server tells of an import. */
export const importInfo = (state: string, changes: object = {}) => ({
  id: 'i1',
  state,
  profiles: 3,
  applied: 3,
  by: USER,
  startedAt: 1,
  finishedAt: 2,
  faults: [],
  ...changes,
});

export interface RunImports<R> extends RunCalls<object, R> {
  /** What its person was told. */
  toasts: unknown[];
  /** Also for when the page is gone. */
  storage: Storage;
  /** Whether the import is remembered as one that was sent. */
  isKept: () => boolean;
}

/** Opens a page of the console, in which what an earlier one kept is there. */
export function runImports<R>(hook: () => R, kept: Readonly<Record<string, string>> = {}): RunImports<R> {
  const toasts: unknown[] = [];
  const run = runCalls<object, R>(() => {
    // The page is there, and its person signed in, before anything of it is shown.
    if (localStorage.getItem(storageKeys.token) === null) {
      localStorage.setItem(storageKeys.token, tokenWith({ roles: 'ADMIN' }));
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
      window.addEventListener('numscope:toast', (event) =>
        toasts.push(event instanceof CustomEvent ? event.detail : null),
      );
    }
    return hook();
  }, {});
  const storage = localStorage;
  const isKept = (): boolean => storage.getItem(storageKeys.takenImport('i1', USER)) !== null;
  return { ...run, toasts, storage, isKept };
}
