import { type SourceInfo, type SourceState, specifiedSources } from '@numscope/contracts';

const trouble: readonly SourceState[] = [
  'REFUSED',
  'OPEN',
  'WAITING_QUOTA',
  'HALF_OPEN',
  'PAUSED',
  'CLOSED',
  'NOT_CONFIGURED',
];

/** Whether what it answers from is not as it should be, though calls of it go well: its file cannot be read. */
const isFaulty = ({ lastError }: SourceInfo): boolean => lastError?.isStanding === true;

/** Whether the last that went wrong tells how it stands now. */
export const isInTrouble = (source: SourceInfo): boolean =>
  source.state === 'OPEN' || source.state === 'HALF_OPEN' || isFaulty(source);

const rankOf = (source: SourceInfo): number =>
  trouble.indexOf(source.state) - (source.state === 'CLOSED' && isFaulty(source) ? 0.5 : 0);

/** Trouble first, then by name; those that are not configured last, in the specified order. */
export function inOrder(sources: readonly SourceInfo[]): SourceInfo[] {
  return [...sources].sort((a, b) => {
    const rank = rankOf(a) - rankOf(b);
    if (rank !== 0) return rank;
    return a.configured ? a.name.localeCompare(b.name) : 0;
  });
}

/** Whether the operator has named it, rather than the specification. */
export const isOwn = ({ name }: SourceInfo): boolean => !specifiedSources.some((one) => one === name);

/** Parts of a hundred of the answers of the last hour that found something; null when nothing was answered. */
export function hitRate({ lastHour: { found, nothing } }: SourceInfo): number | null {
  const answered = found + nothing;
  return answered === 0 ? null : (found / answered) * 100;
}

/** What one answer that found something has cost in the last hour; null when none did. */
export function costOfFind({ cost, lastHour: { asked, found } }: SourceInfo): number | null {
  return cost === null || found === 0 ? null : (cost * asked) / found;
}

/** What the last hour has cost in all. */
export const spentOf = (sources: readonly SourceInfo[]): number =>
  sources.reduce((sum, { cost, lastHour }) => sum + (cost ?? 0) * lastHour.asked, 0);

const HOUR_MS = 3_600_000;
/** Below that a shorter hour is not worth a word. */
const ABOUT_MS = 60_000;

/** From when on what was asked is counted, where that is less than an hour ago, because the server began since; else null. */
export function countedSince(sources: readonly SourceInfo[], now: number): number | null {
  const begun = sources.flatMap(({ lastHour: { since } }) => since ?? []);
  const since = Math.min(...begun);
  return begun.length > 0 && since > now - HOUR_MS + ABOUT_MS ? since : null;
}

/** Two letters that tell sources apart at a glance. */
export function monogram(name: string): string {
  const words = name.split('_');
  return (words.length > 1 ? `${words[0]?.[0] ?? ''}${words[1]?.[0] ?? ''}` : name.slice(0, 2)).toUpperCase();
}
