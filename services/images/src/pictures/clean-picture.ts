import { ApiError, apiError, limits, type StoredImage } from '@numscope/contracts';
import pLimit from 'p-limit';
import type { Sharp } from 'sharp';
import { pictureDecoder } from './decoders.ts';

/** The longer side of a thumbnail, in pixels. */
const THUMBNAIL_PX = 160;

const typeOf: Readonly<Record<string, StoredImage['type']>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

export interface CleanPicture {
  type: StoredImage['type'];
  /** Pixels, upright. */
  width: number;
  height: number;
  content: Buffer;
}

type Open = (bytes: Uint8Array, most?: number | false) => Sharp;

async function opener(): Promise<Open> {
  const decode = await pictureDecoder();
  return (bytes, limitInputPixels = limits.imagePixels) =>
    decode(bytes, { limitInputPixels, failOn: 'error', sequentialRead: true });
}

function encode(picture: Sharp, type: StoredImage['type']): Sharp {
  if (type === 'image/jpeg') return picture.jpeg({ quality: 90, mozjpeg: false });
  if (type === 'image/png') return picture.png({ compressionLevel: 7 });
  return picture.webp({ quality: 90, effort: 3 });
}

async function clean(bytes: Uint8Array, open: Open): Promise<CleanPicture> {
  // Reads the header alone. The decoder's own limit would refuse a picture without saying how large it is.
  const { format, width, height } = await open(bytes, false).metadata();
  const type = typeOf[format];
  if (!type) throw new Error(`${format} is not among the formats`);
  if (width * height > limits.imagePixels) throw apiError('IMAGE_TOO_LARGE', { details: { width, height } });
  // Decoding every pixel and writing them anew is the check: no metadata, and nothing hidden behind or between the
  // pixels, survives it.
  const { data, info } = await encode(open(bytes).autoOrient(), type).toBuffer({ resolveWithObject: true });
  return { type, width: info.width, height: info.height, content: data };
}

/** One at a time: decoded pictures are large, and several at once take more memory without being quicker. */
const queue = pLimit(1);
/** For pictures that a person waits for: they do not queue behind those that are stored. */
const urgentQueue = pLimit(1);

/**
 * Decodes a picture completely, turns it upright, and writes it anew in its own format without any metadata.
 * @throws ApiError IMAGE_TOO_LARGE over 40 megapixels; NOT_AN_IMAGE for anything but a whole JPEG, PNG or WebP
 */
export async function cleanPicture(bytes: Uint8Array, { urgent = false } = {}): Promise<CleanPicture> {
  const open = await opener();
  try {
    return await (urgent ? urgentQueue : queue)(() => clean(bytes, open));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw apiError('NOT_AN_IMAGE', { cause: error });
  }
}

/** A WebP of at most 160 pixels a side. */
export async function thumbnailOf(content: Uint8Array): Promise<Buffer> {
  const open = await opener();
  return queue(() =>
    open(content)
      .resize({ width: THUMBNAIL_PX, height: THUMBNAIL_PX, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80, effort: 3 })
      .toBuffer(),
  );
}

/** The same picture as a JPEG. */
export async function jpegOf(content: Uint8Array): Promise<Buffer> {
  const open = await opener();
  return queue(() => encode(open(content), 'image/jpeg').toBuffer());
}
