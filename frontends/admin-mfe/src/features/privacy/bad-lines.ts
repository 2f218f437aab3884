import { ListedFaults } from '@numscope/contracts';

/** The lines that a refusal names; none where it names none. */
export const badLinesOf = (details: unknown): Array<{ line: number; text: string }> =>
  ListedFaults.safeParse(details).data ?? [];
