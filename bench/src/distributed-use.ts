import * as z from 'zod';

/** Processor time in milliseconds by the name of a service or engine. */
export const Work = z.record(z.string(), z.number());
export type Work = z.infer<typeof Work>;

/** What `distributed-alone.ts` prints. */
export const DistributedUse = z.object({ idleMs: z.number(), idle: Work, job: Work });
export type DistributedUse = z.infer<typeof DistributedUse>;
