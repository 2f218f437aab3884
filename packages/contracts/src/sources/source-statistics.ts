import * as z from 'zod';
import { Timestamp } from '../schemas/values.ts';

const count = z.number().int();

/** What sources answered. `fresh`: kept answers that were used again; `cost` in the installation's currency. */
const asking = { asked: count, found: count, nothing: count, failed: count, fresh: count, cost: z.number() };
/**
 * Of the profiles as they are now: in how many at least one other source says the same of the person, and in how many
 * another one says something else.
 */
const agreement = { agreed: count, contradicted: count };

const rowsOf = <T extends z.ZodRawShape>(shape: T) =>
  z.object({
    /** Since the beginning. */
    ever: z.object(shape),
    countries: z.array(z.object({ country: z.string(), ...shape })),
    /** Beginnings of hours or days (UTC), in milliseconds. */
    times: z.array(z.object({ at: Timestamp, ...shape })),
  });

const statisticSpans = ['HOUR', 'DAY'] as const;

/**
 * Photos that are tried again, and those that were tried again in vain; of answers of the last 31 days, whatever range is
 * asked for.
 */
const Photos = z.object({ waiting: count, givenUp: count });

/** Between profiles and sources only. */
export const AskingCounts = z.object({ known: z.boolean(), photos: Photos, ...rowsOf(asking).shape });
export type AskingCounts = z.infer<typeof AskingCounts>;
export const AgreementCounts = rowsOf(agreement);
export type AgreementCounts = z.infer<typeof AgreementCounts>;

/** Asked from `from` to before `to`, both moments rounded down to a span. */
export const StatisticsRange = z.object({
  from: z.coerce.number().int().min(0),
  to: z.coerce.number().int().min(0),
  span: z.enum(statisticSpans),
});
export type StatisticsRange = z.infer<typeof StatisticsRange>;

/** `costOfUseful` is what an answer cost that found something; null where nothing was found. */
const figures = { ...asking, ...agreement, costOfUseful: z.number().nullable() };
const SourceFigures = z.object(figures);
export type SourceFigures = z.infer<typeof SourceFigures>;

/** What a source is worth. */
export const SourceStatistics = z.object({
  source: z.string(),
  from: Timestamp,
  to: Timestamp,
  /** Whether `times` are hours or days: hours are kept for a month, days for good. */
  span: z.enum(statisticSpans),
  total: SourceFigures,
  ever: SourceFigures,
  countries: z.array(z.object({ country: z.string(), ...figures })),
  times: z.array(z.object({ at: Timestamp, ...figures })),
  photos: Photos,
});
export type SourceStatistics = z.infer<typeof SourceStatistics>;
