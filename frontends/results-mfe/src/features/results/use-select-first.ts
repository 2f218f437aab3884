import { limits } from '@numscope/contracts';
import { type Criteria, formatCount, notify, type Selection, type Sorting } from '@numscope/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FoundTotal } from '../../domain/found-total.ts';
import { texts } from '../../texts/texts.ts';
import { firstMatches } from './use-found.ts';

export interface SelectFirst {
  /** How many were read of how many; null while nothing is. */
  step: { done: number; total: number } | null;
  start: () => void;
  stop: () => void;
}

interface Search {
  criteria: Criteria;
  sort: Sorting;
  /** Null until it is known of these criteria. */
  total: FoundTotal | null;
  onSelect: (selection: Selection) => void;
}

/**
 * Selects the first thousand that match, which are read in parts. What was selected before stays until all are there, also where that is
 * stopped or fails in the middle. Another search ends it.
 */
export function useSelectFirst({ criteria, sort, total, onSelect }: Search): SelectFirst {
  const [step, setStep] = useState<SelectFirst['step']>(null);
  const running = useRef<{ control: AbortController; question: string }>(null);
  const question = JSON.stringify(criteria);
  const drop = useCallback((): void => {
    running.current?.control.abort();
    running.current = null;
    setStep(null);
  }, []);
  useEffect(() => {
    if (running.current !== null && running.current.question !== question) drop();
  }, [question, drop]);
  useEffect(() => drop, [drop]);

  const read = async (most: number): Promise<void> => {
    const control = new AbortController();
    running.current = { control, question };
    const isCurrent = (): boolean => running.current?.control === control;
    let done = 0;
    const tell = (count: number): void => {
      done = count;
      if (isCurrent()) setStep({ done, total: most });
    };
    tell(0);
    try {
      const profiles = await firstMatches(criteria, sort, { signal: control.signal, quiet: true, onRead: tell });
      if (isCurrent()) onSelect({ ids: new Set(profiles.map(({ phone }) => phone)), anchor: null });
    } catch (error) {
      if (!isCurrent()) return;
      const reason = error instanceof Error ? error.message : String(error);
      notify('error', texts('selectFailed', { done: formatCount(done), total: formatCount(most), reason }));
    } finally {
      if (isCurrent()) drop();
    }
  };
  return {
    step,
    start: () => {
      if (total === null || running.current !== null) return;
      void read(Math.min(limits.selectedProfiles, total.count));
    },
    stop: () => {
      if (running.current === null) return;
      drop();
      notify('general', texts('selectStopped'));
    },
  };
}
