import * as z from 'zod';

/** What a refusal of `ListNumbers` says of its first wrong lines. */
export const ListedFaults = z.array(z.object({ line: z.number().int().min(0), text: z.string() }));
