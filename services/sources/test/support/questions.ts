import type { Question } from '../../src/asking/question.ts';
import { askedNumber } from '../../src/domain/asked-number.ts';

/** A question about a number that somebody wants an answer to, but for these changes. */
export const questionOf = (phone: string, changes: Partial<Question> = {}): Question => ({
  number: () => askedNumber(phone, null),
  needs: [],
  needsChanged: () => undefined,
  dropped: () => false,
  isAnswered: async () => false,
  paid: () => undefined,
  done: () => undefined,
  wait: () => undefined,
  ...changes,
});
