import * as z from 'zod';
import { common } from '../../config/common-settings.ts';

/** A file of the operator's own: CSV, a JSON array, or one JSON object a line. `region` reads national numbers. */
export const DatasetSource = z.strictObject({
  connector: z.literal('dataset'),
  file: z.string().min(1),
  phone: z.string().min(1).default('phone'),
  region: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be the ISO code of a country')
    .nullish(),
  map: z.record(z.string(), z.union([z.string().min(1), z.array(z.string().min(1)).min(1)])).nullish(),
  /** A column that tells when a row was so, or one date for all of the file. */
  observedAt: z.union([z.string().min(1), z.number().int()]).nullish(),
  ...common,
  freshForDays: common.freshForDays.default(0),
});
export type DatasetSource = z.infer<typeof DatasetSource>;
