import type { SourceLine } from '@numscope/contracts';
import { least } from '../choose-value.ts';
import { within } from './change-odds.ts';
import type { KeptObservation } from '../observation.ts';
import { timeOf } from '../observation.ts';

export interface Gap {
  /** The last time at which the former holder is seen. */
  from: number;
  /** The first time at which the present one is. */
  to: number;
}

export interface LineSigns {
  weight: number;
  reasons: Array<'SIM_SWAP' | 'REASSIGNED' | 'UNASSIGNED'>;
  /** When the SIM was changed, where that lies in the gap. */
  swappedAt: number | null;
}

/** A new holder gets another SIM, of which sources know in about half of the cases; else it is changed once in ten years. */
const SWAP_KNOWN = 0.5;
const SWAPS_A_YEAR = 0.1;
const MOST_OF_SWAP = 3;
/** log(0.5 / 0.02) and log(0.3 / 0.01): how often it is said of numbers that changed hands, and of others. */
const REASSIGNED_WEIGHT = 3.2;
const UNASSIGNED_WEIGHT = 3.4;

/** What a source says of the line, and of when. */
export interface SaidOfLine {
  line: SourceLine;
  time: number;
}

/** What may be a sign of another holder: picked out once, as it is looked through for each of many gaps. */
export const saidOfLine = (kept: readonly KeptObservation[]): SaidOfLine[] =>
  kept.flatMap((one) => {
    const line = one.fields?.line;
    if (!line || (typeof line.simSwappedAt !== 'number' && !line.reassigned && line.status !== 'UNASSIGNED')) return [];
    return [{ line, time: timeOf(one) }];
  });

/** What sources say of the line that speaks for another holder in the gap. */
export function lineSigns(lines: readonly SaidOfLine[], { from, to }: Gap): LineSigns {
  const isInGap = (time: number): boolean => time > from && time < to;
  const swaps = lines.flatMap(({ line }) => line.simSwappedAt ?? []).filter(isInGap);
  const signs: LineSigns = { weight: 0, reasons: [], swappedAt: swaps.length > 0 ? least(swaps) : null };
  if (signs.swappedAt !== null) {
    const byChance = within(SWAPS_A_YEAR, to - from);
    signs.weight += Math.max(0, Math.min(MOST_OF_SWAP, Math.log(SWAP_KNOWN / byChance)));
    signs.reasons.push('SIM_SWAP');
  }
  const isNew = !lines.some(({ line, time }) => line.reassigned === true && time <= from);
  if (isNew && lines.some(({ line, time }) => line.reassigned === true && time > from)) {
    signs.weight += REASSIGNED_WEIGHT;
    signs.reasons.push('REASSIGNED');
  }
  if (lines.some(({ line, time }) => line.status === 'UNASSIGNED' && isInGap(time))) {
    signs.weight += UNASSIGNED_WEIGHT;
    signs.reasons.push('UNASSIGNED');
  }
  return signs;
}
