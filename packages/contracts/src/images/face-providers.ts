import * as z from 'zod';
import { Flag } from '../schemas/values.ts';
import { ImageId } from './images.ts';

/** The operator's providers of face search, as `providers:` of the sources file names them. */
export const faceProviders = ['search4faces', 'external-search'] as const;
export type FaceProvider = (typeof faceProviders)[number];

const purpose = z.string().trim().min(1).max(1000).optional();

/**
 * A photo of a person to be searched for at a provider: a JPEG or PNG of at most 1 MB in base64, with or without
 * `data:...;base64,` in front, or a stored picture.
 */
export const ProviderSearch = z.union(
  [z.strictObject({ image: z.string().min(1), purpose }), z.strictObject({ imageId: ImageId, purpose })],
  { error: 'must hold either image or imageId, and maybe purpose' },
);
export type ProviderSearch = z.infer<typeof ProviderSearch>;

/** A match in the provider's own words: nothing of it is checked, nothing of it is kept. */
export const ProviderMatch = z.object({
  /** As the provider counts it, 0 to 1; null: it does not say. */
  similarity: z.number().nullable(),
  name: z.string().nullable(),
  /** Where the provider says that it is found. */
  url: z.string().nullable(),
  photo: z.string().nullable(),
  phone: z.string().nullable(),
  birthDate: z.string().nullable(),
  place: z.string().nullable(),
  description: z.string().nullable(),
});
export type ProviderMatch = z.infer<typeof ProviderMatch>;

/** Most alike first. */
export const ProviderSearchAnswer = z.object({
  provider: z.string(),
  matches: z.array(ProviderMatch),
  /** In the installation's currency, as the sources file tells it. */
  cost: z.number(),
});
export type ProviderSearchAnswer = z.infer<typeof ProviderSearchAnswer>;

/** A provider that is bound now, and what a search costs there, in the installation's currency. */
export const BoundProvider = z.object({ provider: z.enum(faceProviders), cost: z.number() });
export type BoundProvider = z.infer<typeof BoundProvider>;

/** Between sources and images: who searches, and by which stored picture where none is sent. */
export const PictureSearcher = z.object({
  userId: z.string().min(1).max(255),
  /** Whether he said what for. */
  hasPurpose: Flag,
  imageId: ImageId.optional(),
});

/** Between sources and images: a picture as it may be sent to a provider, without anything but its pixels. */
export const PreparedPicture = z.object({
  type: z.enum(['image/jpeg', 'image/png']),
  /** In base64. */
  content: z.string(),
  /** The SHA-256 of the content as it was sent in. */
  sha256: z.string(),
});
export type PreparedPicture = z.infer<typeof PreparedPicture>;
