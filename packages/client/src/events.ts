// Imported by their own paths: the part of the contracts that pages get has none of them.
import { calls } from '@numscope/contracts/calls';
import { LAST_EVENT_ID, type ToldTopic, toldTopics } from '@numscope/contracts/event-stream';
import { type DomainEvent, eventSchema, eventVersion } from '@numscope/contracts/events';
import * as z from 'zod';
import { ApiFailure, failureOf, noAnswer } from './api-failure.ts';
import { backoffMs } from './backoff.ts';
import { clientMessages } from './client-messages.ts';
import type { ClientOptions } from './client-options.ts';
import { LONGEST_MS, pause } from './pause.ts';
import { serverSentOf } from './server-sent.ts';

export interface EventOptions<T extends ToldTopic = ToldTopic> {
  /** All that the bearer may hear unless said. */
  topics?: readonly T[];
  /** The id of the last event that was handled: what came after it comes first. */
  after?: string;
  signal?: AbortSignal;
}

/** An event with the id to go on behind it. */
export interface ReceivedEvent<T extends ToldTopic = ToldTopic> {
  id: string;
  event: DomainEvent<T>;
}

/** Twice as long as the server is ever silent. */
const SILENCE_MS = 40_000;

/** Refusals that pass by themselves: too many, or a part of the server is away. */
const isPassing = ({ status }: ApiFailure): boolean => status === 0 || status === 429 || status >= 500;

const Envelope = z.object({ type: z.string(), version: z.number() });

const unreadable = (details: unknown): ApiFailure =>
  new ApiFailure({ status: 200, code: 'UNREADABLE', message: clientMessages.unreadable, details });

function jsonOf(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw unreadable('An event is no JSON');
  }
}

/**
 * What the server said, or null for a topic that this client does not know.
 * @throws ApiFailure UNREADABLE for an event of a topic that was asked for: passed over, it would be missed for good
 */
function read<T extends ToldTopic>(data: string, topics: readonly T[]): DomainEvent<T> | null {
  const said = jsonOf(data);
  const envelope = Envelope.safeParse(said);
  if (!envelope.success) throw unreadable(envelope.error.issues);
  const { type, version } = envelope.data;
  const topic = topics.find((one) => one === type);
  if (topic === undefined) return null;
  if (version !== eventVersion) throw unreadable(`${type} has version ${version}, and ${eventVersion} is known here`);
  const event = eventSchema(topic).safeParse(said);
  if (!event.success) throw unreadable(event.error.issues);
  return event.data as DomainEvent<T>;
}

const isStream = ({ headers }: Response): boolean => /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');

async function open(url: string, bearer: string, after: string | null, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = {
    accept: 'text/event-stream',
    authorization: `Bearer ${bearer}`,
    ...(after === null ? {} : { [LAST_EVENT_ID]: after }),
  };
  let response: Response;
  try {
    response = await fetch(url, { headers, signal });
  } catch (cause) {
    throw noAnswer(cause);
  }
  if (response.ok && isStream(response)) return response;
  // A page that something on the way answers in the server's place.
  if (response.ok) throw unreadable(`${response.headers.get('content-type')} in the place of text/event-stream`);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const body: unknown = await response.json().catch(() => undefined);
  throw failureOf(response.status, body, requestId, response.headers.get('retry-after'));
}

/** One connection, until it ends or breaks: each event with its id, or null for the id of where it begins. */
async function* connectionOf<T extends ToldTopic>(
  url: string,
  bearer: string,
  after: string | null,
  topics: readonly T[],
  signal: AbortSignal | undefined,
): AsyncGenerator<{ id: string; event: DomainEvent<T> | null }> {
  const silent = new AbortController();
  const either = signal ? AbortSignal.any([signal, silent.signal]) : silent.signal;
  const begin = () => setTimeout(() => silent.abort(), SILENCE_MS);
  // Runs from the start: a server may take the connection and say nothing.
  let timer = begin();
  const moved = (): void => {
    clearTimeout(timer);
    timer = begin();
  };
  try {
    const { body } = await open(url, bearer, after, either);
    if (!body) return;
    moved();
    for await (const { id, data } of serverSentOf(body, moved))
      yield { id, event: data === '' ? null : read(data, topics) };
  } catch (error) {
    if (error instanceof ApiFailure) throw error;
    // Broken off: whoever reads goes on with the next connection.
  } finally {
    clearTimeout(timer);
    silent.abort();
  }
}

/**
 * The events of some topics over connections that break, until `signal` ends it.
 * @throws ApiFailure when it is refused in a way that does not pass
 */
export async function* eventsOf<T extends ToldTopic = ToldTopic>({
  url = '',
  bearer,
  topics,
  after,
  signal,
}: ClientOptions & EventOptions<T>): AsyncGenerator<ReceivedEvent<T>> {
  const asked = topics ?? (toldTopics as T[]);
  const path = url + calls.followEvents.path + (topics ? `?topics=${topics.join(',')}` : '');
  const isOver = (): boolean => signal?.aborted === true;
  let last = after ?? null;
  for (let attempt = 0; !isOver(); attempt++) {
    let asksMs = 0;
    try {
      for await (const { id, event } of connectionOf(path, bearer?.() ?? '', last, asked, signal)) {
        attempt = 0;
        if (event) yield { id, event };
        // Without one it would go on from now, and miss what is told meanwhile.
        if (id !== '') last = id;
      }
    } catch (error) {
      if (isOver()) return;
      if (!(error instanceof ApiFailure) || !isPassing(error)) throw error;
      asksMs = Math.min(error.retryAfterMs ?? 0, LONGEST_MS);
    }
    await pause(Math.max(asksMs, backoffMs(attempt, Math.random())), signal);
  }
}
