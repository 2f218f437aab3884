import type { ErasurePlace } from '@numscope/contracts';
import type { ErasedEvents, OutgoingEvent } from '@numscope/platform';
import type { ErasedMark } from '@numscope/platform/erased-numbers';
import type { IndexWork } from './index-work.ts';

/** The steps of an erasure in their order; each may be done again. */
export const erasureSteps = ['jobs', 'sources', 'known', 'profiles', 'images', 'events', 'overwritten'] as const;
export type ErasureStep = (typeof erasureSteps)[number];

export type Removed = Partial<Record<ErasurePlace, number>>;

/**
 * What is kept of a step that is done. `images` are, of the step `known`, the pictures that the profile referred to, of
 * the step `images` those of them that are gone; `bus` is what the bus said of its events.
 */
export interface StepOutcome {
  removed: Removed;
  images?: string[];
  bus?: Pick<ErasedEvents, 'keptMs' | 'againMs'>;
}

/** An erasure as it is kept until it is done, and after that as evidence. Times in milliseconds. */
export interface ErasureRecord {
  id: string;
  phone: string;
  purpose: string;
  by: string;
  at: number;
  finishedAt: number | null;
  steps: Partial<Record<ErasureStep, StepOutcome>>;
  /** The entry of the order. */
  audit: OutgoingEvent | null;
}

/** Erasures, and what they leave behind so that nothing of before brings a number back. */
export interface ErasureStore {
  beginErasure(record: ErasureRecord): Promise<void>;
  /** Those that are not finished, oldest first. */
  openErasures(): Promise<ErasureRecord[]>;
  /** Keeps what came of a step, unless that is known already. @returns the erasure as it stands */
  noteErasureStep(id: string, step: ErasureStep, outcome: StepOutcome): Promise<ErasureRecord>;
  /** Takes the ids of pictures out of an erasure, once their events are gone: what is kept as evidence is counts. */
  forgetErasedPictures(id: string): Promise<void>;
  finishErasure(id: string, at: number): Promise<void>;
  /** Those that were finished then (milliseconds) or later. */
  erasuresFinishedSince(at: number): Promise<ErasureRecord[]>;
  /**
   * Removes what is not the profile itself. From then on what was found or imported before `mark.at` does not count.
   * Marks of before `forgottenBefore` go.
   */
  eraseRest(phone: string, mark: ErasedMark, forgottenBefore: number): Promise<Removed>;
  /**
   * Removes a first answer of before the erasure that a process left which ended while it put it in; null where there is
   * none.
   */
  dropLeftOver(phone: string): Promise<IndexWork | null>;
  /** Another one after each erasure. */
  erasureRevision(): Promise<string>;
  /** Overwrites what was removed, where this store does so itself. */
  scrub(): Promise<void>;
}

/** The staged profiles of a part of an import without a number; null where it has none of it. */
export function partWithout(profiles: string, phone: string): string | null {
  if (!profiles.includes(phone.slice(1))) return null;
  // Written by the store itself.
  const staged = JSON.parse(profiles) as Array<{ phone: string }>;
  const left = staged.filter((one) => one.phone !== phone);
  return left.length === staged.length ? null : JSON.stringify(left);
}
