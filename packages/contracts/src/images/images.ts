import * as z from 'zod';

/** A stored picture. `id` is the SHA-256 of its cleaned content, in hex; sizes in pixels and bytes. */
export const StoredImage = z.object({
  id: z.string(),
  type: z.enum(['image/jpeg', 'image/png', 'image/webp']),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
});
export type StoredImage = z.infer<typeof StoredImage>;

export const ImageId = z.string().regex(/^[0-9a-f]{64}$/, 'must be the id of a picture: 64 characters of 0-9 and a-f');
export const ClearStorageAnswer = z.object({ removed: z.number().int(), freedBytes: z.number().int() });

/** Which of these pictures are stored. Those that are count as sent once more. */
export const KnownImages = z.object({ known: z.array(ImageId) });

/** Between profiles and images: which of these pictures a profile still refers to. */
export const ImageReferences = z.object({ ids: z.array(ImageId).max(10_000) });
export const ImageReferencesAnswer = z.object({ referenced: z.array(ImageId) });
