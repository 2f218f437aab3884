import { z } from 'zod';

/** What a process is to do that detects faces until it is killed. */
export const FaceDetectionOrder = z.strictObject({
  /** Where pictures lie, and all the rest of a single process. */
  dir: z.string(),
  /** Whether the model detects them, or what stands in for it. */
  detector: z.enum(['model', 'quick']),
  /** The records and the index of the distributed way; null: those of a single process. */
  engines: z.strictObject({ storeUrl: z.string(), searchUrl: z.string(), prefix: z.string() }).nullable(),
  /** So much later is it there, in milliseconds: what the dead had claimed is over. */
  aheadMs: z.number(),
});
export type FaceDetectionOrder = z.infer<typeof FaceDetectionOrder>;
