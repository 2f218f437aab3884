import { type JobPhone, NUMBERING_PLAN } from '@numscope/contracts';

/** What one source did for some phones of a job. */
export interface SourceTally {
  source: string;
  asked: number;
  found: number;
  failed: number;
}

const plan = ({ source }: SourceTally): number => (source === NUMBERING_PLAN ? 1 : 0);

/**
 * Counts the answers of phones by source, the most telling first; the numbering plan, which answers nearly always,
 * last.
 */
export function tallySources(phones: readonly JobPhone[]): SourceTally[] {
  const tallies = new Map<string, SourceTally>();
  for (const phone of phones)
    for (const { source, status } of phone.sources) {
      const tally = tallies.get(source) ?? { source, asked: 0, found: 0, failed: 0 };
      tally.asked += 1;
      if (status === 'FOUND') tally.found += 1;
      if (status === 'FAILED') tally.failed += 1;
      tallies.set(source, tally);
    }
  return [...tallies.values()].sort(
    (a, b) => plan(a) - plan(b) || b.found - a.found || b.asked - a.asked || a.source.localeCompare(b.source),
  );
}
