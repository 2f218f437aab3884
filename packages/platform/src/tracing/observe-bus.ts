import { type Topic, topics } from '@numscope/contracts';
import { reasonOf } from '../errors.ts';
import { eventTexts } from '../event-text.ts';
import { unpackEvents } from '../packed-events.ts';
import {
  type AnySubscription,
  type EventBus,
  type HandleContext,
  type OutgoingEvent,
  OUTBOX_GROUP,
} from '../ports/event-bus.port.ts';
import type { ActiveSpan, Tracer } from '../ports/tracer.port.ts';
import type { ServiceMetrics } from '../runtime/metrics.ts';

/** What a span needs of an event; everything else was checked, or will be, by whoever handles it. */
interface Traced {
  id: string;
  trace?: string;
  data: { id?: unknown; job?: { id?: unknown } | null };
}

/**
 * A job is one trace from its upload to its last profile; what belongs to no job belongs to the call that caused it.
 */
const traceOf = ({ id, trace, data }: Traced): string =>
  typeof data.job?.id === 'string' ? data.job.id : (trace ?? id);

/** One span for each trace that has a part in the batch: a million phones need not be a million spans. */
function beginSpans(tracer: Tracer, name: string, group: string, events: readonly Traced[]): ActiveSpan[] {
  const counts = new Map<string, number>();
  for (const event of events) counts.set(traceOf(event), (counts.get(traceOf(event)) ?? 0) + 1);
  return [...counts].map(([trace, count]) =>
    tracer.begin({
      name,
      trace,
      kind: 'consumer',
      attributes: { 'messaging.consumer.group.name': group, 'messaging.batch.message_count': count },
    }),
  );
}

/** A job's trace begins with the job; it comes from the call that created it. */
function beginJobs(tracer: Tracer, events: readonly OutgoingEvent[]): void {
  for (const { topic, json } of events) {
    if (topic !== 'job.created') continue;
    const { trace, data } = JSON.parse(json) as Traced & { data: { id: string; number: number } };
    const links = trace === undefined ? [] : [trace];
    tracer
      .begin({ name: 'job', trace: data.id, root: true, links, attributes: { 'numscope.job': data.number } })
      .end(null);
  }
}

/** How many events these texts have, one a line. */
function countOf(texts: readonly string[]): number {
  let count = texts.length;
  for (const text of texts) for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Groups of one process's life (`gateway-<id>`) would pile up as metrics: they count as their service's. */
const shownGroup = ({ group, from }: Pick<AnySubscription<Topic>, 'group' | 'from'>): string =>
  from === 'latest' ? (group.split('-')[0] ?? group) : group;

/**
 * The same bus, watched: counts what each group handled and gave up, tells at each scrape how far it is behind, and
 * traces batches where tracing is on. For one service, whose metrics they are.
 */
export function observeBus(bus: EventBus, { metrics, tracer }: { metrics: ServiceMetrics; tracer: Tracer }): EventBus {
  const groups = new Map<string, { topic: Topic; group: string }>();
  metrics.measureLag(async () =>
    Promise.all(
      [...groups.values()].map(async ({ topic, group }) => ({ topic, group, lag: await bus.lag(topic, group) })),
    ),
  );

  // Known before the first one: who watches its growth would miss it otherwise.
  for (const topic of topics) metrics.deadLetters.inc({ topic, group: OUTBOX_GROUP }, 0);

  const watched = async (
    topic: Topic,
    group: string,
    count: number,
    spans: () => ActiveSpan[],
    work: () => Promise<void>,
  ): Promise<void> => {
    const begun = tracer.isOn ? spans() : [];
    const [only, ...others] = begun;
    try {
      await (only && others.length === 0 ? only.within(work) : work());
      metrics.events.inc({ topic, group, outcome: 'ok' }, count);
      for (const span of begun) span.end(null);
    } catch (error) {
      metrics.events.inc({ topic, group, outcome: 'failed' }, count);
      for (const span of begun) span.end(reasonOf(error));
      throw error;
    }
  };

  const watch = <T extends Topic>(subscription: AnySubscription<T>): AnySubscription<T> => {
    const { topic } = subscription;
    const group = shownGroup(subscription);
    const name = `handle ${topic}`;
    const onDead = (count: number): void => metrics.deadLetters.inc({ topic, group }, count);
    if ('handleTexts' in subscription) {
      const parse = (texts: readonly string[]): Traced[] => eventTexts(texts).map((text) => JSON.parse(text) as Traced);
      return {
        ...subscription,
        onDead,
        handleTexts: (texts: readonly string[], context: HandleContext) =>
          watched(
            topic,
            group,
            countOf(texts),
            () => beginSpans(tracer, name, group, parse(texts)),
            () => subscription.handleTexts(texts, context),
          ),
      };
    }
    return {
      ...subscription,
      onDead,
      handle: (events, context) =>
        watched(
          topic,
          group,
          events.length,
          () => beginSpans(tracer, name, group, events as readonly Traced[]),
          () => subscription.handle(events, context),
        ),
    };
  };

  return {
    async publish(events) {
      await bus.publish(events);
      if (tracer.isOn) beginJobs(tracer, events);
    },
    async publishPacked(packed) {
      await bus.publishPacked(packed);
      if (tracer.isOn) beginJobs(tracer, unpackEvents(packed));
    },
    async giveUp(unpublished) {
      await bus.giveUp(unpublished);
      for (const { event } of unpublished) metrics.deadLetters.inc({ topic: event.topic, group: OUTBOX_GROUP });
    },
    subscribe(subscription) {
      const { topic, group } = subscription;
      if (subscription.from !== 'latest') {
        groups.set(`${topic} ${group}`, { topic, group });
        // Known before the first one: who watches its growth would miss it otherwise.
        metrics.deadLetters.inc({ topic, group }, 0);
      }
      return bus.subscribe(watch(subscription));
    },
    extent: (topics) => bus.extent(topics),
    read: (reading) => bus.read(reading),
    lag: (topic, group) => bus.lag(topic, group),
    deadLetters: (limit) => bus.deadLetters(limit),
    erase: (phone, pictures) => bus.erase(phone, pictures),
    check: () => bus.check(),
    close: () => bus.close(),
  };
}
