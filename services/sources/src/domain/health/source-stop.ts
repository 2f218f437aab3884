import { faultKinds, sourceNotAsked } from '@numscope/contracts/lists';
import type { FaultKind } from '@numscope/contracts';
import { type Item, itemOf, textOf } from '../fields/field-shapes.ts';

/** Why a source is not asked: a person paused it, it refused us, or nothing of its answers could be used. */
export interface SourceStop {
  state: 'PAUSED' | 'REFUSED';
  /** Null: it came by itself. */
  by: string | null;
  cause: string | null;
  kind: FaultKind | null;
  /** How one of the answers is built of which nothing could be used, its values masked. */
  answer: string | null;
}

/** A stop as the store keeps it; `by` is empty where nobody did it. */
export interface KeptStop {
  source: string;
  by: string;
  /** JSON of what came by itself. */
  why: string | null;
}

/** Under this name stands who ended the waiting for a source's quota, and until when. */
export const waitingName = (source: string): string => `${source} quota`;

export const pausedByPerson = (by: string): SourceStop => ({
  state: 'PAUSED',
  by,
  cause: null,
  kind: null,
  answer: null,
});

export const keptStop = (source: string, { by, state, cause, kind, answer }: SourceStop): KeptStop => ({
  source,
  by: by ?? '',
  why: by === null ? JSON.stringify({ state, cause, kind, shape: answer }) : null,
});

const read = (why: string): Item => itemOf(JSON.parse(why));

export function stopOf({ by, why }: Pick<KeptStop, 'by' | 'why'>): SourceStop {
  if (why === null) return pausedByPerson(by);
  const { state, cause, kind, shape } = read(why);
  return {
    state: state === 'REFUSED' ? 'REFUSED' : 'PAUSED',
    by: null,
    cause: textOf(cause),
    kind: faultKinds.find((one) => one === kind) ?? null,
    answer: typeof shape === 'string' ? shape : null,
  };
}

/** Whether a version before kept a whole answer with it, with what it says of somebody. */
export const keepsAnswer = ({ why }: Pick<KeptStop, 'why'>): boolean =>
  why !== null && typeof read(why)['answer'] === 'string';

/** That nobody waits for a source's quota until then. */
export interface EndedWaiting {
  by: string;
  until: number;
}

export const keptEnd = (source: string, { by, until }: EndedWaiting): KeptStop => ({
  source: waitingName(source),
  by,
  why: JSON.stringify({ until }),
});

export const endOf = ({ by, why }: Pick<KeptStop, 'by' | 'why'>): EndedWaiting => ({
  by,
  until: Number(read(why ?? '{}')['until'] ?? 0),
});

/** Why its part of a number fails. */
export const stopMessage = ({ state, by, cause }: SourceStop): string =>
  by !== null
    ? `${sourceNotAsked}paused by ${by}`
    : `${sourceNotAsked}${state === 'REFUSED' ? 'it refuses us' : 'it was paused'} (${cause ?? 'no cause is known'})`;
