/** Faces of a picture that are kept at most. */
export const MOST_FACES = 100;

/** A face's id: the picture's, a full stop and which of its faces it is. */
export const faceId = (imageId: string, n: number): string => `${imageId}.${n}`;

/** Ids of all faces that a picture can have. */
export const faceIdsOf = (imageId: string): string[] =>
  Array.from({ length: MOST_FACES }, (_none, n) => faceId(imageId, n));

/** The picture of a face. */
export const imageOfFace = (id: string): string => id.slice(0, id.indexOf('.'));

/** Faces of one picture in their order: as texts the tenth would come before the second. */
export const numberOfFace = (id: string): number => Number(id.slice(id.indexOf('.') + 1));
