import type { Observation } from '@numscope/contracts';
import { cleanFields } from './clean-fields.ts';
import type { KeptObservation } from './observation.ts';

type Incoming = Omit<Observation, 'raw'>;

const answered = (observation: KeptObservation): boolean => observation.status !== 'FAILED';

/**
 * Whether `a` counts instead of `b`, of one source: an answer before a failure, then the newer, then by id; the same
 * answer counts as first asked.
 */
function outweighs(a: KeptObservation, b: KeptObservation): boolean {
  if (answered(a) !== answered(b)) return answered(a);
  if (a.at !== b.at) return a.at > b.at;
  if (a.id !== b.id) return a.id > b.id;
  return !a.cached && b.cached;
}

function keep({ id, source, at, observedAt, cached, status, message, fields, trust }: Incoming): KeptObservation {
  return {
    id,
    source,
    at,
    ...(observedAt === undefined ? {} : { observedAt }),
    cached,
    status,
    ...(message === undefined ? {} : { message }),
    fields: fields && cleanFields(fields),
    trust,
  };
}

/**
 * The newest observation of every source, out of those kept and those that came, in order of the sources' names. A
 * source that could not answer does not take away what it said before. The order of arrival makes no difference, nor
 * does a repeat.
 */
export function newestObservations(kept: readonly KeptObservation[], incoming: readonly Incoming[]): KeptObservation[] {
  const bySource = new Map<string, KeptObservation>();
  for (const observation of kept) bySource.set(observation.source, observation);
  for (const observation of incoming) {
    const candidate = keep(observation);
    const present = bySource.get(candidate.source);
    if (!present || outweighs(candidate, present)) bySource.set(candidate.source, candidate);
  }
  return [...bySource.values()].sort((a, b) => (a.source < b.source ? -1 : 1));
}
