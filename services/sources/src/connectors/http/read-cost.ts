import type { AnswerExpressions } from './expressions.ts';
import type { Page } from './page.ts';

/** What the provider says that its pages cost, all together; null where it does not say. */
export function readCost(pages: readonly Page[], { cost }: AnswerExpressions): number | null {
  if (!cost) return null;
  const told = pages.map(({ envelope }) => Number(cost(envelope) ?? Number.NaN)).filter((one) => one >= 0);
  return told.length > 0 ? told.reduce((sum, one) => sum + one, 0) : null;
}
