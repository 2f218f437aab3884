import { NUMBERING_PLAN } from '@numscope/contracts/lists';
import { greatest } from '../choose-value.ts';
import { type Evidence, evidenceOf, speaks } from '../holder-evidence.ts';
import { namesOfAll, type SourceNames } from '../names-of.ts';
import { type KeptObservation, timeOf } from '../observation.ts';
import { byPreference, type Found } from '../preference.ts';

/** What a source says of the holder, and from when to when it said so. */
export interface Statement {
  observation: KeptObservation;
  source: string;
  evidence: Evidence;
  from: number;
  to: number;
  /** Whether its source tells when it was so: else it may be older than the answer. */
  dated: boolean;
  /** Said once, without a time: of which time it is nobody knows, but that it is what the source says last. */
  timeless: boolean;
}

function statementOf(observation: KeptObservation, by: Found, names: SourceNames): Statement {
  const { source, observedAt, since } = observation;
  const time = timeOf(observation);
  return {
    observation,
    source,
    evidence: evidenceOf(by, names),
    from: Math.min(since ?? time, time),
    to: Math.max(since ?? time, time),
    dated: observedAt !== undefined,
    timeless: false,
  };
}

/**
 * What is said of the holder. What a source said once and without a time counts as said at the end, whenever it was
 * asked, so that no delay makes a history out of one look-up. A numbering plan knows the number alone.
 */
export function statementsOf(kept: readonly KeptObservation[]): Statement[] {
  const found = kept
    .filter(({ source }) => source !== NUMBERING_PLAN)
    .flatMap((observation) => byPreference([observation]).map((by) => ({ observation, by })));
  const names = namesOfAll(found.map(({ by }) => by));
  const statements = found
    .flatMap(({ observation, by }, place) => (names[place] ? [statementOf(observation, by, names[place])] : []))
    .filter(({ evidence }) => speaks(evidence));
  const bySource = Map.groupBy(statements, ({ source }) => source);
  const latest = greatest(statements.map(({ to }) => to));
  return statements.map((one) => {
    const isOnly = bySource.get(one.source)?.length === 1;
    return one.dated || !isOnly || one.from !== one.to ? one : { ...one, from: latest, to: latest, timeless: true };
  });
}
