import type { Face } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';

/** A kept face with its vector. */
export interface FaceRecord extends Face {
  model: string;
  vector: Float32Array;
}

/** A picture to be looked at. */
export interface Claim {
  id: string;
  tries: number;
}

export interface FaceCounts {
  looked: number;
  waiting: number;
  failed: number;
  faces: number;
}

/**
 * Records of faces, which are the truth: the index of vectors is made of them. A stored picture waits until it was
 * looked at by the model in use; of two instances one has it at a time. Times in milliseconds.
 */
export interface FaceStore {
  /**
   * Up to `limit` stored pictures that `model` has not looked at, as ours until `until`. `tries` counts how often a
   * picture was claimed, with this time, and neither looked at nor released.
   */
  claim(model: string, limit: number, now: number, until: number): Promise<Claim[]>;
  /** Gives claimed pictures back; unless they were `tried`, as if they had not been claimed. */
  release(imageIds: string[], options: { tried: boolean }): Promise<void>;
  /**
   * Keeps what `model` saw on a picture in the place of what was kept of it before; the events go out exactly when it
   * does. What the same model saw before stays, and nothing goes out. False: the picture went meanwhile, and nothing is
   * kept.
   */
  keep(imageId: string, model: string, faces: FaceRecord[], now: number, events: OutgoingEvent[]): Promise<boolean>;
  /** `model` cannot look at this picture; it is not tried again. */
  fail(imageId: string, model: string, reason: string): Promise<void>;
  /** How pictures stand with `model`: absent from the answer where there is no such picture. */
  statesOf(imageIds: string[], model: string): Promise<Map<string, 'WAITING' | 'LOOKED' | 'FAILED'>>;
  /** Faces of these pictures by `model`, in the order of pictures and faces. */
  facesOf(imageIds: string[], model: string): Promise<FaceRecord[]>;
  /** Faces by their ids, in their order; unknown ones are left out. */
  facesById(ids: string[], model: string): Promise<FaceRecord[]>;
  /** Ids of faces fit to be compared (without faults) after `after` in the order of ids, for walking through all. */
  fitIdsAfter(after: string, limit: number, model: string): Promise<string[]>;
  /** The newest of those kept at `since` or later, at most `limit`. */
  fitIdsSince(since: number, limit: number, model: string): Promise<string[]>;
  /** Those of `ids` that are fit to be compared. */
  fitIdsOf(ids: string[], model: string): Promise<string[]>;
  counts(model: string): Promise<FaceCounts>;
  /** Stored pictures that `model` has not looked at: told without going through those that it has. */
  waiting(model: string): Promise<number>;
  /** Drops faces of pictures that go, or are to be looked at again. */
  dropOf(imageIds: string[]): Promise<void>;
  /**
   * Forgets what every model but `except` saw; null: every model. Claims stay, and how often they were tried, or a picture
   * that ends whoever looks at it would be tried for ever. Answers on how many pictures, at most `limit`, for doing it by
   * parts: fewer, and nothing is left.
   */
  dropOthers(except: string | null, limit: number): Promise<number>;
  /** Whether faces were removed since the last scrub, also before a start; never where the store overwrites nothing itself. */
  needsScrub(): Promise<boolean>;
}
