import { type CallAnswer } from '@numscope/client';
import type { SourceInfo } from '@numscope/contracts';
import { callApi, useAction } from '@numscope/ui';
import { useEffect, useRef, useState } from 'react';

export interface TestResult {
  at: number;
  /** Null while it runs. */
  answer: CallAnswer<'testSource'> | null;
  /** When the test itself was refused. */
  fault: string | null;
}

type Known = Record<string, string>;

export interface SourceTests {
  /** Null: it waits for the values that the source needs. */
  results: ReadonlyMap<string, TestResult | null>;
  /** The source whose values a person wants to give; another object each time that its test is begun. */
  asksFor: { name: string } | null;
  /** Tests these sources; one that needs what others find waits for `testWith`. */
  test: (sources: ReadonlyArray<Pick<SourceInfo, 'name' | 'needs'>>) => void;
  /** @param known a value of each field that the source needs */
  testWith: (name: string, known: Known) => void;
  close: (name: string) => void;
}

/** Tries sources: one by its button, or several one after the other. Nothing of what comes back is kept. */
export function useSourceTests(): SourceTests {
  const [results, setResults] = useState<SourceTests['results']>(new Map());
  const [asksFor, setAsksFor] = useState<SourceTests['asksFor']>(null);
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
  const one = async (name: string, known?: Known): Promise<void> => {
    put(name, { at: Date.now(), answer: null, fault: null });
    try {
      put(name, {
        at: Date.now(),
        answer: await callApi('testSource', { params: { name }, body: { known } }, { quiet: true }),
        fault: null,
      });
    } catch (error) {
      put(name, { at: Date.now(), answer: null, fault: error instanceof Error ? error.message : String(error) });
    } finally {
      begun.current.delete(name);
    }
  };
  const run = (names: readonly string[], known?: Known): void => {
    // A test costs what a call costs: a second press asks nothing more, nor is anything asked for a page that is left.
    const fresh = names.filter((name) => !begun.current.has(name));
    for (const name of fresh) begun.current.add(name);
    void (async () => {
      for (const name of fresh) if (!gone.current) await one(name, known);
    })();
  };
  const test: SourceTests['test'] = (sources) => {
    const waiting = sources.filter(({ needs }) => needs.length > 0).map(({ name }) => name);
    // What was answered stays below the form that asks for other values.
    if (waiting.length > 0) setResults((all) => new Map([...waiting.map((name) => [name, null] as const), ...all]));
    const [only] = waiting;
    setAsksFor(sources.length === 1 && only !== undefined ? { name: only } : null);
    run(sources.filter(({ needs }) => needs.length === 0).map(({ name }) => name));
  };
  const close = (name: string): void =>
    setResults((known) => {
      const rest = new Map(known);
      rest.delete(name);
      return rest;
    });
  return { results, asksFor, test, testWith: (name, known) => run([name], known), close };
}

const useSourceAction = (call: 'pauseSource' | 'resumeSource' | 'endWaiting', onDone: (name: string) => void) =>
  useAction(call, { invalidates: ['listSources'], onSuccess: ({ name }) => onDone(name) });

/** Pauses and resumes sources, and ends the waiting for a quota; the list loads again afterwards. */
export function useSourcePause(onDone: (key: 'pausedDone' | 'resumedDone' | 'waitingEndedDone', name: string) => void) {
  const pause = useSourceAction('pauseSource', (name) => onDone('pausedDone', name));
  const resume = useSourceAction('resumeSource', (name) => onDone('resumedDone', name));
  const end = useSourceAction('endWaiting', (name) => onDone('waitingEndedDone', name));
  return {
    busy: pause.isPending || resume.isPending || end.isPending,
    endWaiting: (name: string): void => end.mutate({ params: { name } }),
    toggle: (name: string, paused: boolean): void => (paused ? resume : pause).mutate({ params: { name } }),
  };
}
