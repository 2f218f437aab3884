import type { BoundingBox, FaceEstimates, FaceModel, FaceQuality } from '@numscope/contracts';

/** A face as a model sees it. `vector` has the model's length; two are compared by their Euclidean distance. */
export interface EncodedFace {
  boundingBox: BoundingBox;
  confidence: number;
  quality: FaceQuality;
  estimates: FaceEstimates;
  vector: Float32Array;
}

/** Finds and encodes faces, away from the event loop. */
export interface FaceEncoder {
  /** Vectors of two models, by `model.id`, are never compared. */
  readonly model: FaceModel & { length: number };
  /** How many stored pictures it looks at at once. */
  readonly threads: number;
  /**
   * All faces of a cleaned, upright picture, largest first. A search passes `urgent` and does not wait behind stored
   * pictures.
   * @throws FaceError when the picture cannot be looked at
   */
  encode(picture: Uint8Array, options?: { urgent?: boolean }): Promise<EncodedFace[]>;
  /** Loads for a while what a search needs, so that the first does not wait for that. */
  warm(): void;
  close(): Promise<void>;
}
