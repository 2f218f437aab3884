import type { Client } from '@numscope/client';
import type { ImportInfo, Job } from '@numscope/contracts';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from './context.ts';
import { isAway, retryWhileAway } from './retry-while-away.ts';
import { FailedError, type Printer } from './terminal.ts';

/** How often an import is asked about: no message tells how far it is. */
const LOOK_MS = 1000;

const over = new Set<Job['status']>(['DONE', 'CANCELED', 'DELETED', 'MERGED']);

const timeOf = (at: number): string => new Date(at).toLocaleTimeString();

/** One line about a job that goes on. */
function lineOf({ status, progress, phonesSent, totalPhoneNumbers, rate, eta, waiting }: Job): string {
  const waits = waiting.map(({ source, resumesAt }) => `${source} waits for its quota until ${timeOf(resumesAt)}`);
  return [
    status,
    `${progress.toFixed(1)}%`,
    `${phonesSent} of ${totalPhoneNumbers} numbers`,
    ...(rate > 0 ? [`${Math.round(rate)}/s`] : []),
    ...(eta === null ? [] : [`done about ${timeOf(eta)}`]),
    ...waits,
  ].join(', ');
}

/** The job when it is over, else null; how far it is goes to the printer. @throws FailedError when it ended otherwise than DONE */
function whenOver(job: Job, printer: Printer): Job | null {
  if (!over.has(job.status)) {
    printer.progress(job.progress / 100, lineOf(job));
    return null;
  }
  printer.endProgress();
  if (job.status !== 'DONE') throw new FailedError(`Job ${job.number} ended ${job.status}`);
  return job;
}

/**
 * Asks of something that goes on at the server, which may be away for a moment.
 * @param goOn the command that waits on, told where this one gives up
 * @throws ApiFailure when it was refused, or nobody answered for too long
 */
async function lookAgain<T>({ printer, surroundings }: Context, goOn: string, look: () => Promise<T>): Promise<T> {
  const onAway = () => printer().note('Numscope does not answer just now: it is asked again');
  try {
    return await retryWhileAway(look, onAway, surroundings.awayMs);
  } catch (error) {
    if (isAway(error)) printer().note(`To wait on: numscope ${goOn}`);
    throw error;
  }
}

/**
 * Waits until a job has ended, by the server's messages. One that somebody pauses is waited for.
 * @param known as the server told it just now: for messages, one that does not answer would be waited for without end
 * @throws ApiFailure; FailedError when it ended otherwise than DONE
 */
export async function watchJob(client: Client, known: Job, context: Context): Promise<Job> {
  const { number } = known;
  const printer = context.printer();
  const look = () => client.call('getJob', { params: { number: String(number) } });
  const now = whenOver(known, printer);
  if (now) return now;
  const ending = new AbortController();
  try {
    for await (const message of client.messages({ signal: ending.signal })) {
      let job: Job | undefined;
      // Also after a break: what was told meanwhile was missed.
      if (message.type === 'ready') job = await lookAgain(context, `job watch ${number}`, look);
      else if (message.type === 'job.deleted' && message.data.number === number)
        throw new FailedError(`Job ${number} was deleted`);
      else if (message.type === 'job.updated' || message.type === 'job.progress') job = message.data;
      if (job?.number !== number) continue;
      const done = whenOver(job, printer);
      if (done) return done;
    }
    throw new FailedError('The server tells nothing any more');
  } finally {
    ending.abort();
  }
}

/**
 * Waits until all of an import is put in.
 * @throws ApiFailure; FailedError with its first faults when it was refused
 */
export async function watchImport(client: Client, id: string, context: Context): Promise<ImportInfo> {
  const printer = context.printer();
  const look = () => client.call('getImport', { params: { id } });
  for (;;) {
    const info = await lookAgain(context, `profile watch-import ${id}`, look);
    if (info.state === 'DONE') return info;
    if (info.state === 'REFUSED' || info.state === 'WITHDRAWN') {
      const faults = info.faults.map(({ row, field, message }) => `row ${row}${field ? `, ${field}` : ''}: ${message}`);
      throw new FailedError([`Nothing was imported: the import was ${info.state.toLowerCase()}`, ...faults].join('\n'));
    }
    const part = info.state === 'READING' || info.profiles === 0 ? 0 : info.applied / info.profiles;
    printer.progress(part, `${info.state}, ${info.applied} of ${info.profiles} profiles`);
    await wait(LOOK_MS);
  }
}
