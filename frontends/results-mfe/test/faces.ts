import type { FaceModel, FaceQuality, ImageSearchAnswer } from '@numscope/contracts';

type Entry = ImageSearchAnswer['faces'][number];

const good: FaceQuality = { pixels: 120, sharpness: 0.8, yaw: 2, pitch: null, roll: -3, faults: [] };

const model: FaceModel = {
  id: 'test',
  threshold: 0.4,
  errors: { falseMatch: 0.004, falseNonMatch: 0.01, pairs: 6000, source: 'a paper' },
};

/** The id of a picture, of one digit. */
export const pictureId = (digit: string): string => digit.repeat(64);

/** One entry of an answer: a face that begins at `left`, and what it is like: a picture by its digit, and how similar. */
export function entry(
  left: number,
  match?: [digit: string, similarity: number],
  quality: Partial<FaceQuality> = {},
): Entry {
  return {
    boundingBox: { left, top: 0.1, width: 0.2, height: 0.3 },
    confidence: 0.9,
    quality: { ...good, ...quality },
    estimates: {},
    mayHaveMore: false,
    faceMatch:
      match === undefined
        ? null
        : {
            distance: 1 - match[1],
            similarity: match[1],
            likelihood: { value: 0.98, low: 0.95, high: 0.99 },
            face: {
              externalImageId: pictureId(match[0]),
              id: `${pictureId(match[0])}.0`,
              boundingBox: { left: 0, top: 0, width: 1, height: 1 },
              quality: good,
            },
          },
  };
}

export const answer = (...faces: Entry[]): ImageSearchAnswer => ({
  faces,
  threshold: 0.2,
  model,
  waiting: 0,
  indexed: true,
});
