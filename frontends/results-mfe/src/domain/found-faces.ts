import { type ImageSearchAnswer, limits } from '@numscope/contracts';

type Entry = ImageSearchAnswer['faces'][number];
export type FaceMatch = NonNullable<Entry['faceMatch']>;

/** Matches of each face that are asked for: as many as a search has criteria. */
export const MOST_MATCHES = limits.bulkCriteria;

/** One face of a sent picture, with the stored faces that are like it, best first. */
export interface FoundFace extends Omit<Entry, 'faceMatch'> {
  matches: FaceMatch[];
}

/** The faces of an answer, each once, from left to right as they stand on the picture. */
export function foundFaces({ faces }: Pick<ImageSearchAnswer, 'faces'>): FoundFace[] {
  const byBox = new Map<string, FoundFace>();
  for (const { faceMatch, ...face } of faces) {
    const { left, top, width, height } = face.boundingBox;
    const key = [left, top, width, height].join(' ');
    const known = byBox.get(key) ?? { ...face, matches: [] };
    if (faceMatch !== null) known.matches.push(faceMatch);
    byBox.set(key, known);
  }
  return [...byBox.values()]
    .map((face) => ({ ...face, matches: face.matches.toSorted((a, b) => b.similarity - a.similarity) }))
    .toSorted((a, b) => a.boundingBox.left - b.boundingBox.left || a.boundingBox.top - b.boundingBox.top);
}

/** The face to begin with: the one with the nearest match, else the largest that can be compared. */
export function bestFace(faces: readonly FoundFace[]): number {
  const worth = ({ matches, quality, boundingBox }: FoundFace): number =>
    (matches[0] === undefined ? 0 : 2 + matches[0].similarity) +
    (quality.faults.length === 0 ? boundingBox.width * boundingBox.height : 0);
  return faces.reduce((best, face, i) => (worth(face) > worth(faces[best] ?? face) ? i : best), 0);
}

/** Matches at least as similar as asked for. */
export const matchesFrom = (face: FoundFace | undefined, threshold: number): FaceMatch[] =>
  face?.matches.filter(({ similarity }) => similarity >= threshold) ?? [];

/** Whether there may be more matches at this threshold than came: the server left some out, and all that came are that similar. */
export const mayHaveMore = (face: FoundFace | undefined, threshold: number): boolean =>
  face?.mayHaveMore === true && matchesFrom(face, threshold).length === face.matches.length;

/** The pictures of these matches, each once, most alike first, at most so many. */
export const picturesOf = (matches: readonly FaceMatch[], most: number): string[] =>
  [...new Set(matches.map(({ face }) => face.externalImageId))].slice(0, most);

/** The nearest match on one of these pictures, for example those of a profile. */
export const nearestOn = (matches: readonly FaceMatch[], pictures: readonly string[]): FaceMatch | undefined =>
  matches.find(({ face }) => pictures.includes(face.externalImageId));
