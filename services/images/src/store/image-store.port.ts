import type { StoredImage } from '@numscope/contracts';
import type { OutboxSource, OutgoingEvent, EventKeeper } from '@numscope/platform';
import type { FaceStore } from '../faces/face-store.port.ts';
import type { SearcherStore } from './searcher-store.port.ts';

/**
 * How a picture stands. PENDING: its bytes are being written. STORED: readable. REMOVING: its bytes are being deleted;
 * a picture of the same content waits until they are gone, or it would lose its own.
 */
export type ImageState = 'PENDING' | 'STORED' | 'REMOVING';

/**
 * Up to when pictures were sent to which nobody else's profile can be on its way: those that were sent `once`, and, when
 * last, those that were sent `again`.
 */
export interface SentBefore {
  once: number;
  again: number;
}

/** That a picture is to be looked at once more, and when. */
export interface DueMark {
  id: string;
  dueAt: number;
}

/** Records of pictures; their bytes are in the blob store. Times in milliseconds. */
export interface ImageStore extends OutboxSource, EventKeeper {
  /** Records of the faces on them, in the same commits. */
  readonly faces: FaceStore;
  /** Who searches by faces, how often, and who agreed to what. */
  readonly searchers: SearcherStore;
  /**
   * Notes that this picture is about to be stored (or was sent once more) and answers how it stood before; null if it
   * was unknown. A REMOVING record younger than `staleBefore` stays as it is; an older one (its remover died) becomes
   * PENDING.
   */
  begin(image: StoredImage, now: number, staleBefore: number): Promise<ImageState | null>;
  /**
   * Notes that some more profiles are about to refer to these pictures, as if they were sent once more, and answers which
   * of them are readable: of no other it is noted.
   */
  sentAgain(ids: string[], now: number): Promise<string[]>;
  /**
   * Makes a PENDING picture readable; the events go out exactly when it does. False: it is not readable now, as it was
   * removed meanwhile, whoever of its bytes are there.
   */
  confirm(id: string, events: OutgoingEvent[]): Promise<boolean>;
  /** How the record of a picture stands; null: there is none, or none but for what is still to be told. */
  standing(id: string): Promise<ImageState | null>;
  /** Null unless the picture is readable. */
  find(id: string): Promise<StoredImage | null>;
  /** Ids after `after` in their order, of what was last sent up to `sentBefore`; for walking through all. */
  idsAfter(after: string, sentBefore: number, limit: number): Promise<string[]>;
  /** Those of `ids` to which nobody else's profile can be on its way. */
  settled(ids: string[], sent: SentBefore): Promise<string[]>;
  /** Marks pictures to be looked at once more after `dueAt`, because they may be nobody's. */
  setDue(ids: string[], dueAt: number): Promise<void>;
  /** The marks of pictures whose second look is due. */
  due(now: number, limit: number): Promise<DueMark[]>;
  /** Puts another mark in the place of these, or none; those stay that were set anew meanwhile. */
  replaceDue(marks: readonly DueMark[], dueAt: number | null): Promise<void>;
  /**
   * Begins to remove a picture, unless it was sent after that, or somebody is at removing it since `staleBefore`. Answers whether it is ours to remove: of two at once, one would delete the bytes of a picture that
   * came again after the other was done.
   */
  beginRemoval(id: string, sent: SentBefore, now: number, staleBefore: number): Promise<boolean>;
  /**
   * Whether a removal that was begun, or last held, at `since` is still ours, which it then is as of `now`: whoever was
   * held up for long finds that another has taken it over, and that the bytes there are not those it was to remove.
   */
  holdRemoval(id: string, since: number, now: number): Promise<boolean>;
  /** The bytes are gone: forgets the record, unless another has taken the removal over. */
  finishRemoval(id: string, since: number): Promise<void>;
  /** Whether this instance is the one that does what one does for all; for some moments two may be told so. */
  leads(): Promise<boolean>;
  /** Overwrites what was removed, where this store does so itself. */
  scrub(): Promise<void>;
  check(): Promise<void>;
  close(): Promise<void>;
}
