import { limits } from '@numscope/contracts';
import { reasonOf } from '@numscope/platform';
import pLimit from 'p-limit';
import { pictureDecoder } from '../pictures/decoders.ts';
import type { Pixels } from './encoder-protocol.ts';
import { FaceError } from './face-error.ts';

/**
 * The longer side that the models get to see: the detector makes 512 pixels of it, and a face of a tenth of the picture
 * still has the 150 pixels that the encoder takes. Larger ones cost memory only.
 */
const LONGEST_PX = 1600;

/**
 * The pixels of a stored picture, by the pool of threads that decodes pictures.
 * @throws FaceError when it cannot be decoded
 */
export async function pixelsOf(picture: Uint8Array): Promise<Pixels> {
  const decode = await pictureDecoder();
  try {
    const image = decode(picture, { limitInputPixels: limits.imagePixels, failOn: 'error' }).autoOrient();
    const { autoOrient } = await image.metadata();
    const { data, info } = await image
      .resize({ width: LONGEST_PX, height: LONGEST_PX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return {
      data: rgbOf(data, info.channels),
      width: info.width,
      height: info.height,
      scale: info.width / autoOrient.width,
    };
  } catch (error) {
    throw new FaceError(`it cannot be decoded: ${reasonOf(error)}`, { cause: error });
  }
}

/**
 * Reads pictures one after the other: the pool has four threads unless the operator says otherwise, and they also store
 * pictures and read and write files, which would wait.
 */
export function pixelsInTurn() {
  // Whoever waits hears of the end.
  const limit = pLimit({ concurrency: 1, rejectOnClear: true });
  return {
    of: (picture: Uint8Array): Promise<Pixels> => limit(() => pixelsOf(picture)),
    close: (): void => limit.clearQueue(),
  };
}

/** In memory that can be handed over, which the decoder's own cannot. Of a grey picture each byte thrice. */
function rgbOf(data: Uint8Array, channels: number): Uint8Array {
  if (channels === 3) return new Uint8Array(data);
  const rgb = new Uint8Array((data.length / channels) * 3);
  for (let from = 0, to = 0; from < data.length; from += channels) {
    const grey = data[from] ?? 0;
    rgb[to++] = grey;
    rgb[to++] = grey;
    rgb[to++] = grey;
  }
  return rgb;
}
