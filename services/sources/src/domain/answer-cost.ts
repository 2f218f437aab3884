/** What answers of a source cost, as the sources file says: of one call, and of each number besides. */
export interface Prices {
  cost: number;
  costPerNumber: number;
}

/**
 * What one number's answer cost: as its provider tells, else its share of the call as the sources file prices it. A
 * failure costs nothing unless the provider says so.
 */
export function costOfAnswer(
  answer: { status: string; cost?: number | undefined },
  { cost, costPerNumber }: Prices,
  numbersOfCall: number,
): number {
  if (answer.cost !== undefined) return answer.cost;
  return answer.status === 'FAILED' ? 0 : cost / numbersOfCall + costPerNumber;
}

/** What so many numbers will cost in so many calls, as far as the sources file tells. */
export const costOfCalls = ({ cost, costPerNumber }: Prices, calls: number, numbers: number): number =>
  calls * cost + numbers * costPerNumber;
