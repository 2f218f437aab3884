import type { EncodedFace } from './face-encoder.port.ts';
import type { OwnModel } from './own-model.ts';

/** Pixels a side of what the built-in model takes. */
export const ENCODER_SIDE = 150;

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

/** What a thread says: once that it has loaded its models, and then of each picture its faces, or what is wrong with it. */
export type FromEncoder = { ready: true } | { faces: EncodedFace[] } | { error: string };
