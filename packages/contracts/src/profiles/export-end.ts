import * as z from 'zod';

/** The last line of a streamed export as jsonl: how many profiles came, and the SHA-256 (hex) of all bytes before it. */
export const ExportEnd = z.object({ count: z.number().int().min(0), sha256: z.string() });
