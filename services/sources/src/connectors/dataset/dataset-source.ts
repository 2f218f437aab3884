import * as z from 'zod';
import { common } from '../../config/common-settings.ts';
import { rowSettings } from '../rows/row-settings.ts';

/** A file of the operator's own: CSV, a JSON array, or one JSON object a line. `region` reads national numbers. */
export const DatasetSource = z.strictObject({
  connector: z.literal('dataset'),
  file: z.string().min(1),
  ...rowSettings,
  ...common,
  freshForDays: common.freshForDays.default(0),
});
export type DatasetSource = z.infer<typeof DatasetSource>;
