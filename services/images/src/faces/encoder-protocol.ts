import type { EncodedFace } from './face-encoder.port.ts';
import type { OwnModel } from './own-model.ts';

/** What a thread is told when it begins. */
export interface EncoderBeginning {
  /** Whether everything else of the process comes first. */
  gentle: boolean;
  /** The operator's model in the place of the built-in one. */
  own: OwnModel | null;
}

/** Pixels of a picture for a thread: RGB, a byte each, from the top left. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
  /** How much smaller it is than the picture that it was made of, 0 to 1. */
  scale: number;
}

/** What a thread answers to pixels. */
export type FromEncoder = { faces: EncodedFace[] } | { error: string };
