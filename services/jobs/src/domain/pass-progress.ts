import type { JobStatus, Standstill } from '@numscope/contracts';
import type { PassRecord, Turn } from './job-state.ts';
import type { CurvePoint, PassCurve } from './pass-curve.ts';
import { code, finalIn, openIn, type Tally } from './phone-status.ts';

/** Why and when a pass stood still. Times in milliseconds, `to` null while it does. */
export interface PassStretch {
  kind: Standstill;
  from: number;
  to: number | null;
  sources: readonly string[];
}

/** What is known of a pass of a job. `status` and `tally`: as it stands now, or ended. */
export interface KnownPass {
  pass: number;
  /** Null: it is not the job's present pass. */
  status: JobStatus | null;
  tally: Tally | null;
  begun: number | null;
  ended: number | null;
  turns: readonly Turn[];
  curve: PassCurve | null;
}

/** Waiting a moment for a slot is no standstill. */
const QUEUED_MS = 1000;
/** What was first seen so soon after the beginning began with nothing. */
const SOON_MS = 5000;

/** How a pass stands that has ended, by its record. */
export const endedPass = (record: PassRecord | undefined): Pick<KnownPass, 'status' | 'tally' | 'begun' | 'ended'> => ({
  status: null,
  tally: record?.tally ?? null,
  begun: record?.begun ?? null,
  ended: record?.ended ?? null,
});

/** When a pass first began; a version before kept in `begun` when it was begun last. */
export const firstBegun = ({ pass, begun, turns }: Pick<KnownPass, 'pass' | 'begun' | 'turns'>): number | null =>
  turns.find((turn) => turn.pass === pass && turn.to === 'IN_PROGRESS')?.at ?? begun;

const kinds: Partial<Record<JobStatus, Standstill>> = { PAUSED: 'PAUSED', DONE: 'STOPPED', SCHEDULED: 'QUEUED' };

/** When a job did not run although its pass was begun and not over. */
function haltsOf({ pass, status, tally, turns }: KnownPass): PassStretch[] {
  const own = turns.filter((turn) => turn.pass === pass);
  const first = own.findIndex(({ to }) => to === 'IN_PROGRESS');
  if (first === -1) return [];
  const last = own.findLastIndex(({ to }) => to === 'IN_PROGRESS');
  return own.flatMap(({ at, to }, index): PassStretch[] => {
    const kind = kinds[to];
    if (kind === undefined || index < first) return [];
    const next = own[index + 1]?.at ?? null;
    const goesOn = index > last && next === null;
    const isOver = index > last && (to === 'DONE' || status !== to || tally === null || openIn(tally) === 0);
    if (isOver || (kind === 'QUEUED' && !goesOn && (next ?? at) - at < QUEUED_MS)) return [];
    return [{ kind, from: at, to: next, sources: [] }];
  });
}

/** What was seen while the job ran. While it did not, nobody had to look. */
function seenStretches({ curve, turns, ended, status }: KnownPass): PassStretch[] {
  const isRunning = status === 'IN_PROGRESS';
  return (curve?.stretches ?? []).flatMap((stretch): PassStretch[] => {
    const { from, to } = stretch;
    if (stretch.kind === 'DOWN') return turns.some(({ at }) => at > from && at <= (to ?? at)) ? [] : [{ ...stretch }];
    // What waited when it was halted waits no more.
    const halted = turns.find((turn) => turn.at > from && turn.to !== 'IN_PROGRESS')?.at;
    const end = Math.min(to ?? Infinity, halted ?? Infinity);
    return [{ ...stretch, to: end < Infinity ? end : isRunning ? null : (ended ?? curve?.seen ?? from) }];
  });
}

/** Whether the pass is begun and not over, be it halted or waiting for a slot. */
export const isUnderWay = (status: JobStatus | null, tally: Tally): boolean =>
  status === 'IN_PROGRESS' || status === 'PAUSED' || (status === 'SCHEDULED' && openIn(tally) > 0);

/** The points of a pass with its two ends. */
function pointsOf(known: KnownPass, now: number): CurvePoint[] {
  const { tally, status, ended, curve, turns } = known;
  const begun = firstBegun(known);
  if (begun === null || tally === null) return [];
  const points = [...(curve?.points ?? [])];
  const runs = status === 'IN_PROGRESS';
  const isOpen = isUnderWay(status, tally);
  const end = isOpen ? now : (ended ?? turns.at(-1)?.at ?? now);
  const result = [tally[code.FOUND], finalIn(tally)] as const;
  const seen = points.at(-1);
  // What was level when last looked at stays so until then.
  if (curve && seen && curve.seen > seen[0] && curve.seen < end) points.push([curve.seen, seen[1], seen[2]]);
  if (isOpen && !runs) {
    const halted = Math.max(turns.at(-1)?.at ?? end, points.at(-1)?.[0] ?? 0);
    if (halted < end) points.push([halted, ...result]);
  }
  const before = points.filter(([at]) => at >= begun && at < end);
  const first = before[0] ?? [end, ...result];
  const isWhole = first[0] - begun <= SOON_MS || first[2] === 0;
  if (!isWhole && before.length === 0) return [];
  return [...(isWhole && first[0] > begun ? ([[begun, 0, 0]] as const) : []), ...before, [end, ...result]];
}

/** How a pass got on: its points, oldest first, and its stretches in the order in which they began. */
export function progressOfPass(known: KnownPass, now: number): { points: CurvePoint[]; stretches: PassStretch[] } {
  const points = pointsOf(known, now);
  const stretches = [...haltsOf(known), ...seenStretches(known)];
  return { points, stretches };
}
