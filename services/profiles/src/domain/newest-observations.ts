import type { Observation } from '@numscope/contracts';
import { cleanFields } from './clean-fields.ts';
import { type KeptObservation, timeOf } from './observation.ts';
import { saidOfHolder } from './said-of-holder.ts';

/** An imported answer tells since when its source said the same. */
type Incoming = Omit<Observation, 'raw' | 'phone' | 'account'> & Pick<KeptObservation, 'since'>;

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

function keep(incoming: Incoming): KeptObservation {
  const { id, source, at, observedAt, cached, status, message, fields, trust, since } = incoming;
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
    ...(since === undefined ? {} : { since }),
  };
}

/** Former answers of a source that are kept, the newest, where they said something else of the holder. */
const MOST_FORMER = 20;

const sinceOf = (one: KeptObservation): number => one.since ?? timeOf(one);
const said = ({ status, fields }: KeptObservation): string | null =>
  status === 'FOUND' && fields !== null ? saidOfHolder(fields) : null;
const idsOf = ({ id, since, cached, former = [] }: KeptObservation): string =>
  JSON.stringify([id, since, cached, former.map((one) => [one.id, one.since])]);

/** One answer for all that say the same: the one that counts, with the time since when it was said. */
function unite(same: readonly KeptObservation[]): KeptObservation[] {
  const [first, ...others] = same;
  if (!first) return [];
  const { former: _former, since: _since, ...newest } = others.reduce((a, b) => (outweighs(b, a) ? b : a), first);
  const since = Math.min(...same.map(sinceOf));
  return [since === timeOf(newest) ? newest : { ...newest, since }];
}

/**
 * The observation of a source that counts, and behind it what the source said otherwise of the holder before. Whatever
 * came first, it comes out the same.
 */
function withFormer(present: KeptObservation, candidate: KeptObservation): KeptObservation {
  const { former = [], ...last } = present;
  const all = [last, ...former, candidate];
  const [newest] = [last, candidate].sort((a, b) => (outweighs(a, b) ? -1 : 1));
  const groups = Map.groupBy(
    all.filter((one) => said(one) !== null),
    said,
  );
  const current = newest && said(newest);
  const [united = newest] = typeof current === 'string' ? unite(groups.get(current) ?? []) : [];
  if (typeof current === 'string') groups.delete(current);
  const others = [...groups.values()]
    .flatMap(unite)
    .sort((a, b) => (outweighs(a, b) ? -1 : 1))
    .slice(0, MOST_FORMER);
  const merged = { ...(united ?? last), ...(others.length > 0 ? { former: others } : {}) };
  return idsOf(merged) === idsOf(present) ? present : merged;
}

/** The observation of each source that counts, in order of the sources' names. */
export function newestOfSources(observations: readonly KeptObservation[]): KeptObservation[] {
  const bySource = Map.groupBy(observations, ({ source }) => source);
  return [...bySource.values()]
    .flatMap(([first, ...others]) => (first ? [others.reduce((a, b) => (outweighs(b, a) ? b : a), first)] : []))
    .sort((a, b) => (a.source < b.source ? -1 : 1));
}

/**
 * The newest observation of every source, out of those kept and those that came, in order of the sources' names; each
 * keeps what its source said otherwise of the holder before. A source that could not answer does not take away what it
 * said before. The order of arrival makes no difference, nor does a repeat.
 */
export function newestObservations(kept: readonly KeptObservation[], incoming: readonly Incoming[]): KeptObservation[] {
  const bySource = new Map<string, KeptObservation>();
  for (const observation of kept) bySource.set(observation.source, observation);
  for (const observation of incoming) {
    const candidate = keep(observation);
    const present = bySource.get(candidate.source);
    bySource.set(candidate.source, present ? withFormer(present, candidate) : candidate);
  }
  return [...bySource.values()].sort((a, b) => (a.source < b.source ? -1 : 1));
}
