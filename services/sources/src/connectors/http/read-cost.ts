import type { AnswerExpressions } from './expressions.ts';
import type { Page } from './page.ts';

/** Nothing costs more, and sums of more would not be exact, or no number at all any more: it is a fault of the provider's. */
const MOST_COST = 1_000_000_000;

/** What the provider says that its pages cost, all together; null where it does not say, or says what nothing costs. */
export function readCost(pages: readonly Page[], { cost }: AnswerExpressions): number | null {
  if (!cost) return null;
  const told = pages
    .map(({ envelope }) => Number(cost(envelope) ?? Number.NaN))
    .filter((one) => one >= 0 && one <= MOST_COST);
  return told.length > 0 ? told.reduce((sum, one) => sum + one, 0) : null;
}
