import * as z from 'zod';

/** What a source may say of rows, wherever they come from. `region` reads national numbers; `map` is field: columns. */
export const rowSettings = {
  phone: z.string().min(1).max(200).default('phone'),
  region: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be the ISO code of a country')
    .nullish(),
  map: z.record(z.string(), z.union([z.string().min(1), z.array(z.string().min(1)).min(1)])).nullish(),
  /** A column that tells when a row was so, or one date for all of them. */
  observedAt: z.union([z.string().min(1), z.number().int()]).nullish(),
};

/** How the columns of a row are read. */
export const RowReading = z.object(rowSettings);
export type RowReading = z.infer<typeof RowReading>;
