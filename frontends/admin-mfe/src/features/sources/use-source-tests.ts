import { type CallAnswer } from '@numscope/client';
import { callApi, useAction } from '@numscope/ui';
import { useEffect, useRef, useState } from 'react';

export interface TestResult {
  at: number;
  /** Null while it runs. */
  answer: CallAnswer<'testSource'> | null;
  /** When the test itself was refused. */
  fault: string | null;
}

/** Tries sources: one by its button, or several one after the other. Nothing of what comes back is kept. */
export function useSourceTests(): {
  results: ReadonlyMap<string, TestResult>;
  test: (names: readonly string[]) => void;
  close: (name: string) => void;
} {
  const [results, setResults] = useState<ReadonlyMap<string, TestResult>>(new Map());
  const put = (name: string, result: TestResult): void => setResults((known) => new Map(known).set(name, result));
  /** Those that run or wait for their turn. */
  const begun = useRef(new Set<string>());
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  const one = async (name: string): Promise<void> => {
    put(name, { at: Date.now(), answer: null, fault: null });
    try {
      put(name, {
        at: Date.now(),
        answer: await callApi('testSource', { params: { name }, body: {} }, { quiet: true }),
        fault: null,
      });
    } catch (error) {
      put(name, { at: Date.now(), answer: null, fault: error instanceof Error ? error.message : String(error) });
    } finally {
      begun.current.delete(name);
    }
  };
  const test = (names: readonly string[]): void => {
    // A test costs what a call costs: a second press asks nothing more, nor is anything asked for a page that is left.
    const fresh = names.filter((name) => !begun.current.has(name));
    for (const name of fresh) begun.current.add(name);
    void (async () => {
      for (const name of fresh) if (!gone.current) await one(name);
    })();
  };
  const close = (name: string): void =>
    setResults((known) => {
      const rest = new Map(known);
      rest.delete(name);
      return rest;
    });
  return { results, test, close };
}

/** Pauses and resumes sources, and ends the waiting for a quota; the list loads again afterwards. */
export function useSourcePause(onDone: (key: 'pausedDone' | 'resumedDone' | 'waitingEndedDone', name: string) => void) {
  const pause = useAction('pauseSource', {
    invalidates: ['listSources'],
    onSuccess: ({ name }) => onDone('pausedDone', name),
  });
  const resume = useAction('resumeSource', {
    invalidates: ['listSources'],
    onSuccess: ({ name }) => onDone('resumedDone', name),
  });
  const end = useAction('endWaiting', {
    invalidates: ['listSources'],
    onSuccess: ({ name }) => onDone('waitingEndedDone', name),
  });
  return {
    busy: pause.isPending || resume.isPending || end.isPending,
    endWaiting: (name: string): void => end.mutate({ params: { name } }),
    toggle: (name: string, paused: boolean): void => (paused ? resume : pause).mutate({ params: { name } }),
  };
}
