import * as z from 'zod';
import { E164, PartText, PhoneParam, Timestamp, wholeNumberText } from '../schemas/values.ts';
import { ImageId } from './images.ts';
import { faceVerdicts } from '../lists.ts';
import { limits } from '../limits.ts';

/** Where a face lies in an upright picture: left, top, width and height in parts of the picture, 0 to 1. */
export const BoundingBox = z.object({
  left: z.number(),
  top: z.number(),
  width: z.number(),
  height: z.number(),
});
export type BoundingBox = z.infer<typeof BoundingBox>;

/** Why a face is too poor to be compared: fewer pixels, less sharp or turned further than the model can tell apart. */
const faceFaults = ['SMALL', 'BLURRED', 'TURNED', 'UNCERTAIN'] as const;

/** How good a face is to compare by. */
export const FaceQuality = z.object({
  /** Pixels of the shorter side of its box in the picture. */
  pixels: z.number(),
  /** 0 (nothing to see) to 1 (sharp). */
  sharpness: z.number(),
  /** Degrees the head is turned to a side, nodded and tilted, as far as the model tells. */
  yaw: z.number().nullable(),
  pitch: z.number().nullable(),
  roll: z.number().nullable(),
  /** Empty: it is compared with others. Otherwise it is kept and shown, and never found. */
  faults: z.array(z.enum(faceFaults)),
});
export type FaceQuality = z.infer<typeof FaceQuality>;

/** What a model thinks, with how sure it is (0 to 1). */
const estimate = <T extends z.ZodType>(value: T) => z.object({ value, probability: z.number() });

/**
 * Guesses of a model about a face: each only where the model gives it. They are for showing and filtering and decide
 * nothing.
 */
export const FaceEstimates = z.object({
  gender: estimate(z.enum(['MALE', 'FEMALE'])).optional(),
  /** Years; half of the people of the model's own test lay within `plusMinus`. */
  age: z.object({ value: z.number(), plusMinus: z.number() }).optional(),
  emotions: z.array(estimate(z.string())).optional(),
  glasses: estimate(z.boolean()).optional(),
  beard: estimate(z.boolean()).optional(),
  smile: estimate(z.boolean()).optional(),
});
export type FaceEstimates = z.infer<typeof FaceEstimates>;

/** A face of a stored picture. `id` is the picture's id, a full stop and which of its faces it is, from 0. */
export const Face = z.object({
  id: z.string(),
  imageId: ImageId,
  boundingBox: BoundingBox,
  /** That it is a face at all, 0 to 1, by the detector. */
  confidence: z.number(),
  quality: FaceQuality,
  estimates: FaceEstimates,
});
export type Face = z.infer<typeof Face>;

/**
 * How a picture stands with the faces in it. WAITING: it has its turn yet. LOOKED: `faces` is what is in it. FAILED: it
 * could not be looked at. OFF: faces are turned off.
 */
const faceStates = ['WAITING', 'LOOKED', 'FAILED', 'OFF'] as const;
export const ImageFaces = z.object({ state: z.enum(faceStates), faces: z.array(Face) });
export type ImageFaces = z.infer<typeof ImageFaces>;

/**
 * What a model may be believed. `threshold` is the similarity from which it calls two faces alike; `errors` how often
 * that was wrong in its published test, and where that is published.
 */
export const FaceModel = z.object({
  id: z.string(),
  threshold: z.number(),
  errors: z.object({
    /** The part of pairs of different people that is called alike, and of pairs of one person that is not. */
    falseMatch: z.number(),
    falseNonMatch: z.number(),
    pairs: z.number().int(),
    source: z.string(),
  }),
});
export type FaceModel = z.infer<typeof FaceModel>;

/** False: the index of stored faces is still being compared with the records, so that some may not be found yet. */
const Indexed = z.boolean();

/** How far faces are, for the screens and for whoever runs it. */
export const FacesState = z.object({
  enabled: z.boolean(),
  model: FaceModel.nullable(),
  pictures: z.object({ looked: z.number().int(), waiting: z.number().int(), failed: z.number().int() }),
  faces: z.number().int(),
  indexed: Indexed,
  /** What the caller still has to agree to before the first search; null: nothing. */
  notice: z.string().nullable(),
  purposeRequired: z.boolean(),
  searchesPerHour: z.number().int(),
});
export type FacesState = z.infer<typeof FacesState>;

/**
 * How two faces compare. `distance` is the Euclidean one of their vectors, at the scale at which every model's threshold
 * lies where the built-in one's does (0.6); `similarity` is 1 less the distance, at least 0.
 * `likelihood` is the part of pairs as near as this that were one person in the model's published test, with the bounds
 * that the size of the test leaves; it is no statement about these two people.
 */
export const FaceComparison = z.object({
  distance: z.number(),
  similarity: z.number(),
  likelihood: z.object({ value: z.number(), low: z.number(), high: z.number() }),
});
export type FaceComparison = z.infer<typeof FaceComparison>;

const FaceMatch = FaceComparison.extend({
  face: z.object({
    /** The stored picture. */
    externalImageId: ImageId,
    id: z.string(),
    boundingBox: BoundingBox,
    quality: FaceQuality,
  }),
});

/** The form of a search by picture, beside `image`. A blank purpose is none. */
export const ImageSearchForm = z.object({ purpose: z.string().trim().max(1000).optional() });

export const ImageSearchQuery = z.object({
  /** Similarity, 0 to 1; absent: the model's own threshold. */
  threshold: PartText.optional(),
  /** Matches of each face; of many faces each has its equal share of 1000. */
  limit: wholeNumberText(1, limits.faceMatches).default(100),
});

/**
 * One entry for each face and match, best first, then the faces that match nothing. A face is one box: entries of one
 * box are of one face.
 */
export const ImageSearchAnswer = z.object({
  faces: z.array(
    z.object({
      boundingBox: BoundingBox,
      confidence: z.number(),
      quality: FaceQuality,
      estimates: FaceEstimates,
      faceMatch: FaceMatch.nullable(),
      /** Stored faces that are as similar as asked for may have been left out of this face's matches, all less similar than these. */
      mayHaveMore: z.boolean(),
    }),
  ),
  /** Similarity that was asked for, or the model's. */
  threshold: z.number(),
  model: FaceModel,
  /** Pictures not looked at yet: what is on them was not found. */
  waiting: z.number().int(),
  indexed: Indexed,
});
export type ImageSearchAnswer = z.infer<typeof ImageSearchAnswer>;

/** Between the gateway and images: whether faces are looked for, and how many pictures wait for it. */
export const PicturesWaiting = z.object({ enabled: z.boolean(), waiting: z.number().int() });

/** Between profiles and images: faces on other pictures that are like those on these. */
export const SimilarFacesBody = z.object({
  ids: z.array(ImageId).max(1000),
  limit: z.number().int().min(1).max(1000),
  /** Who asks, and must have agreed to the operator's notice. */
  userId: z.string().min(1).max(255),
});
export const SimilarFacesAnswer = z.object({
  /** False: faces are turned off. */
  enabled: z.boolean(),
  matches: z.array(FaceComparison.extend({ own: Face, other: Face })),
  /**
   * Faces that are as near as the model asks for may have been left out, all less near than those of their own face; a
   * version that knows of none says nothing.
   */
  mayHaveMore: z.boolean().default(false),
});
export type SimilarFacesAnswer = z.infer<typeof SimilarFacesAnswer>;

/** What a person said about the faces of two numbers; `verdict` null: took it back. */
export const FaceVerdict = z.object({
  verdict: z.enum(faceVerdicts).nullable(),
  by: z.string(),
  at: Timestamp,
});
export type FaceVerdict = z.infer<typeof FaceVerdict>;

/** What people said of another number. Newest verdict first. */
const JudgedNumber = z.object({
  phone: E164,
  name: z.string().nullable(),
  verdict: z.enum(faceVerdicts).nullable(),
  verdicts: z.array(FaceVerdict),
});

/** A number on which the same face may be: the nearest pair of faces of the two profiles. */
export const NearNumber = JudgedNumber.extend({
  ...FaceComparison.shape,
  near: z.literal(true),
  own: Face,
  other: Face,
  /** Other numbers with faces as near as the model asks for may be missing from this list; so it is of all in it or of none. */
  mayHaveMore: z.boolean(),
});
export type NearNumber = z.infer<typeof NearNumber>;

/**
 * Another number of which somebody said whether the face is the same, or on which it may be. `near` false: none of its
 * faces is among the near ones that are listed (pictures, model or threshold have changed), and what was said stands.
 */
export const SameFace = z.discriminatedUnion('near', [NearNumber, JudgedNumber.extend({ near: z.literal(false) })]);
export type SameFace = z.infer<typeof SameFace>;

export const SameFaceJudgement = z.object({ phone: PhoneParam, verdict: z.enum(faceVerdicts).nullable() });

/** The text that the caller read, so that nobody agrees to one that was changed meanwhile. */
export const FaceNotice = z.object({ notice: z.string().max(10_000) });

/** What clearing the image store would remove now. */
export const ClearStoragePreview = z.object({ pictures: z.number().int(), bytes: z.number().int() });
