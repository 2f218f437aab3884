import { hash } from 'node:crypto';
import { apiError, type ImageSearchAnswer, limits } from '@numscope/contracts';
import { type AuditScope, TransientError } from '@numscope/platform';
import pLimit from 'p-limit';
import type { ImagesContext } from '../deps.ts';
import type { EncodedFace, FaceEncoder } from '../faces/face-encoder.port.ts';
import { EncoderEnded, FaceError } from '../faces/face-error.ts';
import { nearFaces } from '../faces/near-faces.ts';
import { cleanPicture } from '../pictures/clean-picture.ts';
import { admitSearch } from './admit-search.ts';

/** Decoding and encoding take a processor each for as long as a search takes. */
const AT_ONCE = 2;
const WAITING = 30;
const RETRY_S = 2;
const atOnce = pLimit(AT_ONCE);
/** Searches that were let in and have no answer yet. */
let underWay = 0;

export interface ImageSearch {
  image: Uint8Array;
  purpose: string | undefined;
  userId: string;
  threshold: number | undefined;
  /** Matches of each face, of many faces fewer. */
  limit: number;
}

type Entry = ImageSearchAnswer['faces'][number];

const distanceOf = ({ faceMatch }: Entry): number => faceMatch?.distance ?? Infinity;

/** @throws ApiError NOT_AN_IMAGE, IMAGE_TOO_LARGE; TransientError when the thread that looked ended */
async function facesOn(image: Uint8Array, encoder: FaceEncoder): Promise<EncodedFace[]> {
  const { type, content } = await cleanPicture(image, { urgent: true });
  if (type === 'image/webp') throw apiError('NOT_AN_IMAGE');
  try {
    return await encoder.encode(content, { urgent: true });
  } catch (error) {
    if (error instanceof FaceError) throw apiError('NOT_AN_IMAGE', { cause: error });
    if (error instanceof EncoderEnded) throw new TransientError(error.message, { cause: error });
    throw error;
  }
}

async function entriesOf(
  { vector, boundingBox, confidence, quality, estimates }: EncodedFace,
  wanted: Parameters<typeof nearFaces>[1],
  context: ImagesContext,
): Promise<Entry[]> {
  const shown = { boundingBox, confidence, quality, estimates };
  const { near, mayHaveMore } =
    quality.faults.length === 0 ? await nearFaces(vector, wanted, context) : { near: [], mayHaveMore: false };
  if (near.length === 0) return [{ ...shown, faceMatch: null, mayHaveMore }];
  return near.map(({ face, comparison }) => ({
    ...shown,
    mayHaveMore,
    faceMatch: {
      ...comparison,
      face: { externalImageId: face.imageId, id: face.id, boundingBox: face.boundingBox, quality: face.quality },
    },
  }));
}

/**
 * Stored faces that are like those on a picture. The audit keeps the picture's hash, never the picture.
 * @throws ApiError NOT_AN_IMAGE, IMAGE_TOO_LARGE, OVERLOADED, FACES_OFF, PURPOSE_REQUIRED, FACE_NOTICE, FACE_SEARCHES
 */
export async function searchByImage(
  search: ImageSearch,
  context: ImagesContext,
  audit: AuditScope,
): Promise<ImageSearchAnswer> {
  const { image, purpose } = search;
  audit.add({ sha256: hash('sha256', image, 'hex'), ...(purpose === undefined ? {} : { purpose }) });
  // Before anything is waited for, or many that come at once would all find room.
  if (underWay >= AT_ONCE + WAITING) throw apiError('OVERLOADED', { retryAfter: RETRY_S });
  underWay++;
  try {
    return await searchAdmitted(search, context, audit);
  } finally {
    underWay--;
  }
}

async function searchAdmitted(
  { image, purpose, userId, threshold, limit }: ImageSearch,
  context: ImagesContext,
  audit: AuditScope,
): Promise<ImageSearchAnswer> {
  const encoder = await admitSearch({ userId, hasPurpose: purpose !== undefined }, context);
  const { length: _length, ...model } = encoder.model;
  const wanted = { model, limit, threshold: threshold ?? model.threshold };
  const faces = await atOnce(async () => {
    const found = await facesOn(image, encoder);
    const limitOfEach = Math.min(limit, Math.max(1, Math.floor(limits.faceMatches / found.length)));
    const entries: Entry[] = [];
    // One after the other: each brings the vectors of all that are near it.
    for (const face of found) entries.push(...(await entriesOf(face, { ...wanted, limit: limitOfEach }, context)));
    return entries;
  });
  faces.sort((a, b) => distanceOf(a) - distanceOf(b));
  audit.add({ matches: faces.filter(({ faceMatch }) => faceMatch).length });
  const [waiting, indexed] = await Promise.all([context.waiting(), context.indexed()]);
  return { faces, threshold: wanted.threshold, model, waiting, indexed };
}
