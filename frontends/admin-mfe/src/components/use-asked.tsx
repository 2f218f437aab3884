import type { CallName } from '@numscope/contracts';
import { ConfirmCall } from '@numscope/ui';
import { type ComponentProps, type ReactNode, useState } from 'react';

type Question<N extends CallName> = Omit<ComponentProps<typeof ConfirmCall<N>>, 'onClose'>;

/**
 * Asks before one of many goes, or another call about it that cannot be undone.
 * @param questionOf what is asked about this one; its `children` say what happens next
 * @returns what begins the asking, and the question, to be rendered
 */
export function useAsked<Row extends object, N extends CallName>(
  questionOf: (row: Row) => Question<N>,
): [ask: (row: Row) => void, question: ReactNode] {
  const [asked, setAsked] = useState<Row | null>(null);
  return [setAsked, asked === null ? null : <ConfirmCall {...questionOf(asked)} onClose={() => setAsked(null)} />];
}
