import type { Face } from '@numscope/contracts';
import type { FaceRecord } from './face-store.port.ts';

/** A face as others may see it: a vector never leaves this service. */
export const shownFace = ({ id, imageId, boundingBox, confidence, quality, estimates }: FaceRecord): Face => ({
  id,
  imageId,
  boundingBox,
  confidence,
  quality,
  estimates,
});
