import * as z from 'zod';
import { KeptTime, Timestamp } from '../schemas/values.ts';
import { byLineField } from './line-fields.ts';
import { lineStatuses } from '../lists.ts';

const text = z.string().nullable();

const lineOf = (time: typeof Timestamp) =>
  z.object(
    byLineField({
      text,
      mcc: text,
      mnc: text,
      flag: z.boolean().nullable(),
      time: time.nullable(),
      status: z.enum(lineStatuses).nullable(),
      share: z.number().min(0).max(1).nullable(),
      texts: z.array(z.string()),
    }),
  );

/**
 * What a source that knows the line says of it as it is today. The numbering plan's first-assigned carrier is no part of
 * it. `mcc` and `mnc` are the codes of ITU-T E.212 as text, as leading noughts count; `risk` is 0 to 1.
 */
export const Line = lineOf(KeptTime);
export type Line = z.infer<typeof Line>;

/** As much of it as one source says. */
export const SourceLine = Line.partial();
export type SourceLine = z.infer<typeof SourceLine>;

/** As much of a line as an import brings, whose times are checked. */
export const ImportedLine = lineOf(Timestamp).partial();
