/** What answers of a source cost, as the sources file says: of one call, and of each number besides. */
export interface Prices {
  cost: number;
  costPerNumber: number;
}

/** How many questions share the price of a call, and that of a number in it. */
export interface Sharers {
  ofCall: number;
  ofNumber: number;
}

/**
 * What the answer to one question cost: as its provider tells, else as the sources file prices it; of what is paid once
 * for several questions, its share. A failure costs nothing unless the provider says so.
 */
export function costOfAnswer(
  answer: { status: string; cost?: number | undefined },
  { cost, costPerNumber }: Prices,
  { ofCall, ofNumber }: Sharers,
): number {
  if (answer.cost !== undefined) return answer.cost / ofNumber;
  return answer.status === 'FAILED' ? 0 : cost / ofCall + costPerNumber / ofNumber;
}

/** What so many numbers will cost in so many calls, as far as the sources file tells. */
export const costOfCalls = ({ cost, costPerNumber }: Prices, calls: number, numbers: number): number =>
  calls * cost + numbers * costPerNumber;
