import type { AnswerStatus, JobPass, Numbering, Observation, PhoneResolved, SourceWait } from '@numscope/contracts';
import { NUMBERING_PLAN, sourceNotAsked } from '@numscope/contracts/lists';
import { pausedByPerson, stopMessage } from '../health/source-stop.ts';
import { overallStatus } from './overall-status.ts';

/** What one source contributes to a number's result. */
export interface Part {
  source: string;
  status: AnswerStatus;
  at: number;
  cached: boolean;
  message?: string | undefined;
  /** Null when the source could not even be asked (paused, out of quota, not answering). */
  observation: Omit<Observation, 'raw'> | null;
}

/** The numbering plan's part. Not kept: the same tables always say the same of a number. */
export function planPart(phone: string, numbering: Numbering | null, at: number, trust: number): Part {
  const status = numbering === null ? 'NOT_FOUND' : 'FOUND';
  return {
    source: NUMBERING_PLAN,
    status,
    at,
    cached: false,
    observation: {
      id: `${NUMBERING_PLAN}:${phone}`,
      phone,
      source: NUMBERING_PLAN,
      account: null,
      at,
      cached: false,
      status,
      fields: numbering === null ? null : { numbering },
      trust,
    },
  };
}

/** The numbering plan's part while a person has paused it. */
export const refusedPlanPart = (by: string, at: number): Part => ({
  source: NUMBERING_PLAN,
  status: 'FAILED',
  at,
  cached: false,
  message: stopMessage(pausedByPerson(by)),
  observation: null,
});

/**
 * A source that needs what no other source found. Where one of those failed, this one may be asked when that is asked
 * again; else there is nothing to ask it with.
 */
export function unmetPart(source: string, needs: readonly string[], others: readonly Part[], at: number): Part {
  const failed = others.filter(({ status }) => status === 'FAILED').map((part) => part.source);
  const message = `${sourceNotAsked}no source found ${needs.join(' and ')}`;
  const common = { source, at, cached: false, observation: null };
  return failed.length === 0
    ? { ...common, status: 'NOT_FOUND', message }
    : { ...common, status: 'FAILED', message: `${message}, and ${failed.join(', ')} failed` };
}

/**
 * All parts of a number, as other parts of the product hear of it. With sources that are waited for it is not final:
 * until then what they would say counts as missing.
 */
export function resolvePhone(
  phone: string,
  job: JobPass,
  parts: readonly Part[],
  waiting: readonly SourceWait[] = [],
): PhoneResolved {
  const missing = waiting.map(({ source }) => ({ source, status: 'FAILED' as const }));
  return {
    phone,
    job,
    status: overallStatus([...parts, ...missing]),
    ...(waiting.length > 0 ? { waiting: [...waiting] } : {}),
    sources: parts.map(({ source, status, at, cached, message }) => ({
      source,
      status,
      at,
      cached,
      ...(message === undefined ? {} : { message }),
    })),
    observations: parts.flatMap(({ observation }) => observation ?? []),
  };
}

/** The result of a number that no source is asked about. */
export const listedPhone = (phone: string, job: JobPass): PhoneResolved => ({
  phone,
  job,
  status: 'NOT_FOUND',
  doNotLookUp: true,
  sources: [],
  observations: [],
});

/**
 * What the event's id is made from: a repeat of the same work carries the same id; asking again what failed does not.
 */
export const resolutionKey = (job: JobPass, run: number, phone: string, retryOf: string | null): string =>
  `${job.id}/${job.pass}/${run}/${phone}${retryOf === null ? '' : `/${retryOf}`}`;
