import * as z from 'zod';
import { KeptTime, Timestamp } from '../schemas/values.ts';
import type { LineField } from './line-fields.ts';
import { lineStatuses } from '../lists.ts';

const text = z.string().nullable();
const flag = z.boolean().nullable();

const lineOf = (said: typeof Timestamp) => {
  const time = said.nullable();
  return z.object({
    carrier: text,
    mcc: text,
    mnc: text,
    lineType: text,
    ported: flag,
    portedAt: time,
    status: z.enum(lineStatuses).nullable(),
    roaming: flag,
    roamingCountry: text,
    prepaid: flag,
    voip: flag,
    risk: z.number().min(0).max(1).nullable(),
    riskReasons: z.array(z.string()),
    simSwappedAt: time,
    reassigned: flag,
    checkedAt: time,
  } satisfies Record<LineField, z.ZodType>);
};

/**
 * What a source that knows the line says of it as it is today. The numbering plan's first-assigned carrier is no part of
 * it. `mcc` and `mnc` are the codes of ITU-T E.212 as text, as leading noughts count; `risk` is 0 to 1.
 */
export const Line = lineOf(KeptTime);
export type Line = z.infer<typeof Line>;

/** As much of it as one source says. */
export const SourceLine = Line.partial();
export type SourceLine = z.infer<typeof SourceLine>;

/** The same as an import brings it. */
export const ImportedLine = lineOf(Timestamp).partial();
