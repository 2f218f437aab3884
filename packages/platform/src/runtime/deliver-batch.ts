import { type DomainEvent, eventSchema, type Topic } from '@numscope/contracts';
import * as z from 'zod';
import { isTransient, reasonOf } from '../errors.ts';
import type { Subscription } from '../ports/event-bus.port.ts';
import { breathe } from './breathe.ts';

/** An event that nobody could handle, and why. */
export interface DeadEvent {
  json: string;
  reason: string;
}

export interface DeliveryOptions {
  /** Milliseconds to wait after the given failed try, which counts from 1. */
  pauseMs(attempt: number): number;
  /** Ends the tries: what fails or waits now is given up undecided. */
  stopping: AbortSignal;
  /** Handed to the handler; once it fires, the handler is not waited for any more. */
  abort: AbortSignal;
  onRetry?(reason: string, attempt: number): void;
}

const DEFAULT_ATTEMPTS = 5;

/** Pauses of a bus in production: 50 ms, then twice as long each time up to 5 s. */
export const growingPauseMs = (attempt: number): number => Math.min(5000, 50 * 2 ** Math.min(attempt - 1, 10));

class Undecided extends Error {}

/** Resolves after `ms`, or at once when `signal` fires. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

/** Resolves like `work`, but rejects as undecided once `signal` fires. */
function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new Undecided());
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

interface Parsed<T extends Topic> {
  json: string;
  event: DomainEvent<T>;
}

async function parseAll<T extends Topic>(topic: T, jsons: readonly string[], dead: DeadEvent[]): Promise<Array<Parsed<T>>> {
  const schema = eventSchema(topic);
  const parsed: Array<Parsed<T>> = [];
  const pace = breathe();
  for (const json of jsons) {
    await pace();
    try {
      parsed.push({ json, event: schema.parse(JSON.parse(json)) as DomainEvent<T> });
    } catch (error) {
      const reason = error instanceof z.ZodError ? z.prettifyError(error) : reasonOf(error);
      dead.push({ json, reason: `not an event of ${topic}: ${reason}` });
    }
  }
  return parsed;
}

/** Tries until it works; null then, else the last fault. Transient faults do not count. */
async function handle<T extends Topic>(
  subscription: Subscription<T>,
  events: Array<DomainEvent<T>>,
  attempts: number,
  options: DeliveryOptions,
): Promise<{ fault: unknown } | null> {
  let counted = 0;
  for (let attempt = 1; ; attempt++) {
    if (options.stopping.aborted) throw new Undecided();
    try {
      await unlessAborted(subscription.handle(events, { attempt, signal: options.abort }), options.abort);
      return null;
    } catch (error) {
      if (error instanceof Undecided) throw error;
      if (!isTransient(error)) counted++;
      if (counted >= attempts) return { fault: error };
      options.onRetry?.(reasonOf(error), attempt);
      await pause(options.pauseMs(attempt), options.stopping);
    }
  }
}

/**
 * Hands one batch of a topic's events to its subscriber as every bus must: parsed, tried again in place, then one by one, so that one bad
 * event stops nobody else.
 * @returns the events to be kept as dead letters when the batch is committed; null when it was given up undecided because of closing
 */
export async function deliverBatch<T extends Topic>(
  subscription: Subscription<T>,
  jsons: readonly string[],
  options: DeliveryOptions,
): Promise<DeadEvent[] | null> {
  const dead: DeadEvent[] = [];
  const attempts = subscription.attempts ?? DEFAULT_ATTEMPTS;
  try {
    const parsed = await parseAll(subscription.topic, jsons, dead);
    if (parsed.length === 0) return dead;
    const all = parsed.map(({ event }) => event);
    const failed = await handle(subscription, all, attempts, options);
    if (failed === null) return dead;
    for (const { json, event } of parsed) {
      const alone = parsed.length === 1 ? failed : await handle(subscription, [event], 1, options);
      if (alone) dead.push({ json, reason: reasonOf(alone.fault) });
    }
    return dead;
  } catch (error) {
    if (error instanceof Undecided) return null;
    throw error;
  }
}
