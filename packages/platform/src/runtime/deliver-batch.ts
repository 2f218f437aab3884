import { setTimeout as wait } from 'node:timers/promises';
import { type DomainEvent, eventSchema, type Topic } from '@numscope/contracts';
import * as z from 'zod';
import { isTransient, reasonOf, TransientError } from '../errors.ts';
import { eventTexts } from '../event-text.ts';
import type { AnySubscription, HandleContext } from '../ports/event-bus.port.ts';
import { yieldEvery } from './yield-every.ts';
import { retry } from './retry.ts';

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
/**
 * Further ones where no event of a batch could be handled, unless the subscriber says how many it wants: then it is rather what all of them need that
 * fails, as an engine that is just starting. With the usual pauses they take 10 s, the first ones less than one.
 */
const FURTHER_ATTEMPTS = 4;
/** Far longer than any batch takes: only what will never end is met by it. */
const DEFAULT_WITHIN_MS = 180_000;

class Undecided extends Error {}

/**
 * Resolves like `work`, but rejects as undecided once `signal` fires, and as what will pass when it says nothing for `ms`: a call that an engine's client
 * forgot would hold up its partition for ever.
 */
function inTime(work: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new Undecided());
    const late = (): void => reject(new TransientError(`the handler said nothing for ${ms / 1000} s`));
    const timer = ms < Number.POSITIVE_INFINITY ? setTimeout(late, ms).unref() : undefined;
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    });
  });
}

interface Parsed<T extends Topic> {
  json: string;
  event: DomainEvent<T>;
}

/** Made once: zod compiles each schema anew. */
const schemas = new Map<Topic, z.ZodType>();

function schemaOf(topic: Topic): z.ZodType {
  let schema = schemas.get(topic);
  if (!schema) schemas.set(topic, (schema = eventSchema(topic)));
  return schema;
}

async function parseAll<T extends Topic>(
  topic: T,
  jsons: readonly string[],
  dead: DeadEvent[],
): Promise<Array<Parsed<T>>> {
  const schema = schemaOf(topic);
  const parsed: Array<Parsed<T>> = [];
  const pace = yieldEvery();
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

/** How often a batch is tried, how often more where none of it could be handled, and for how long each time. */
interface Limits {
  attempts: number;
  furtherAttempts: number;
  withinMs: number;
}

const limitsOf = <T extends Topic>({ attempts, mode, withinMs }: AnySubscription<T>): Limits => ({
  attempts: attempts ?? DEFAULT_ATTEMPTS,
  furtherAttempts: attempts === undefined ? FURTHER_ATTEMPTS : 0,
  withinMs: withinMs ?? (mode === 'concurrent' ? Number.POSITIVE_INFINITY : DEFAULT_WITHIN_MS),
});

interface Tries {
  attempts: number;
  /** Tries that came before. */
  after: number;
  withinMs: number;
}

/** Tries until it works; null then, else the last fault. Transient faults do not count. */
async function handle(
  work: (context: HandleContext) => Promise<void>,
  { attempts, after, withinMs }: Tries,
  { stopping, abort, pauseMs, onRetry }: DeliveryOptions,
): Promise<{ fault: unknown } | null> {
  let counted = 0;
  const tryOnce = async (attempt: number): Promise<void> => {
    if (stopping.aborted) throw new Undecided();
    await inTime(work({ attempt: after + attempt, signal: abort }), withinMs, abort);
  };
  if (after > 0) await wait(pauseMs(after), undefined, { signal: stopping }).catch(() => undefined);
  try {
    await retry(tryOnce, {
      again: (error) => !(error instanceof Undecided) && (counted += isTransient(error) ? 0 : 1) < attempts,
      pauseMs: (attempt) => pauseMs(after + attempt),
      signal: stopping,
      onRetry: (error, attempt) => onRetry?.(reasonOf(error), after + attempt),
    });
    return null;
  } catch (error) {
    if (error instanceof Undecided) throw error;
    if (counted < attempts) throw new Undecided();
    return { fault: error };
  }
}

interface Delivery<P> {
  all: readonly P[];
  /** Taken apart only when they fail together. */
  eachOf(all: readonly P[]): readonly P[];
  jsonOf(item: P): string;
  work(items: readonly P[], context: HandleContext): Promise<void>;
}

/** All together, then each alone; where not one could be handled, the same again with longer pauses. */
async function deliver<P>(
  { all, eachOf, jsonOf, work }: Delivery<P>,
  { attempts, furtherAttempts, withinMs }: Limits,
  options: DeliveryOptions,
): Promise<DeadEvent[]> {
  if (all.length === 0) return [];
  const once: Tries = { attempts: 1, after: 0, withinMs };
  const together = async (tries: Tries): Promise<DeadEvent[]> => {
    const failed = await handle((context) => work(all, context), tries, options);
    if (failed === null) return [];
    const dead: DeadEvent[] = [];
    const items = eachOf(all);
    for (const item of items) {
      const alone = items.length === 1 ? failed : await handle((context) => work([item], context), once, options);
      if (alone) dead.push({ json: jsonOf(item), reason: reasonOf(alone.fault) });
    }
    return dead;
  };
  const dead = await together({ attempts, after: 0, withinMs });
  if (dead.length === 0 || furtherAttempts === 0 || dead.length < eachOf(all).length) return dead;
  return together({ attempts: furtherAttempts, after: attempts, withinMs });
}

/** Whoever subscribed hears of what was given up. */
function told<T extends Topic>(dead: DeadEvent[], { onDead }: AnySubscription<T>): DeadEvent[] {
  if (dead.length > 0) onDead?.(dead.length);
  return dead;
}

/**
 * Hands one batch of a topic's events to its subscriber as every bus must: parsed (unless it wants their texts), tried
 * again in place, then one by one, so that one bad event stops nobody else.
 * @param texts each one event or several, one a line
 * @returns the events to be kept as dead letters when the batch is committed; null when it was given up undecided
 * because of closing
 */
export async function deliverBatch<T extends Topic>(
  subscription: AnySubscription<T>,
  texts: readonly string[],
  options: DeliveryOptions,
): Promise<DeadEvent[] | null> {
  const limits = limitsOf(subscription);
  try {
    if ('handleTexts' in subscription) {
      const delivery: Delivery<string> = {
        all: texts,
        eachOf: eventTexts,
        jsonOf: (text) => text,
        work: (some, context) => subscription.handleTexts(some, context),
      };
      return told(await deliver(delivery, limits, options), subscription);
    }
    const dead: DeadEvent[] = [];
    const delivery: Delivery<Parsed<T>> = {
      all: await parseAll(subscription.topic, eventTexts(texts), dead),
      eachOf: (all) => all,
      jsonOf: ({ json }) => json,
      work: (some, context) =>
        subscription.handle(
          some.map(({ event }) => event),
          context,
        ),
    };
    dead.push(...(await deliver(delivery, limits, options)));
    return told(dead, subscription);
  } catch (error) {
    if (error instanceof Undecided) return null;
    throw error;
  }
}
