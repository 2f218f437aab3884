import type { FaceIndex } from '@numscope/platform';
import type { FaceEncoder } from './face-encoder.port.ts';

/** Has the model loaded for the first search after a start, where there are faces that it can find. */
export async function warmEncoder(
  encoder: Pick<FaceEncoder, 'warm'>,
  index: Pick<FaceIndex, 'size'>,
  signal: AbortSignal,
): Promise<void> {
  // Where the index does not answer, whoever needs it says so.
  const faces = await index.size().catch(() => 0);
  if (faces > 0 && !signal.aborted) encoder.warm();
}
