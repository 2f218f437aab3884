import type { EarlierHolder, Profile, TimelineEntry } from '@numscope/contracts';
import { limits } from '@numscope/contracts/limits';
import { NUMBERING_PLAN } from '@numscope/contracts/lists';
import { foldProfile } from '../fold-profile.ts';
import { newestObservations } from '../newest-observations.ts';
import type { KeptObservation } from '../observation.ts';
import { changePoints } from './change-points.ts';

const nameOf = ({ names }: Pick<EarlierHolder, 'names'>): string | null => names[0]?.name ?? null;

/** Each time the number probably changed hands; the time is between what was said of the two. */
function holderPoints(observations: readonly KeptObservation[]): TimelineEntry[] {
  const identity = { id: '', phone: '', createdTimestamp: 0, jobs: [] };
  const { earlier, ...present }: Profile = foldProfile(identity, newestObservations([], observations));
  return earlier.map((former, place): TimelineEntry => {
    const next = earlier[place - 1] ?? present;
    const asked = Object.entries(next.provenance)
      .filter(([field]) => field !== 'numbering' && field !== 'line')
      .flatMap(([, entries]) => entries.map(({ at }) => at));
    return {
      at: asked.reduce((least, at) => Math.min(least, at), asked[0] ?? former.until),
      observedAt: former.until,
      kind: 'HOLDER',
      field: 'names',
      from: nameOf(former),
      to: nameOf(next),
      sources: next.sources.filter((source) => source !== NUMBERING_PLAN),
    };
  });
}

const timeOf = ({ observedAt, at }: TimelineEntry): number => observedAt ?? at;
const textOf = (entry: TimelineEntry): string => JSON.stringify([entry.kind, entry.field, entry.to, entry.from]);

/** What changed about a number, newest first. The order of the observations makes no difference. */
export function timelineOf(observations: readonly KeptObservation[]): TimelineEntry[] {
  // What the numbering plan says never changes.
  const said = [...new Map(observations.map((one) => [one.id, one])).values()].filter(
    ({ source }) => source !== NUMBERING_PLAN,
  );
  return [...changePoints(said), ...holderPoints(said)]
    .sort((a, b) => timeOf(b) - timeOf(a) || b.at - a.at || (textOf(a) < textOf(b) ? -1 : 1))
    .slice(0, limits.timelineEntries);
}
