import { answerStatuses } from '@numscope/contracts/lists';
import { type Consumer, type EventBus, type IncomingEvent, TransientError } from '@numscope/platform';
import { Chunk } from '../asking/ask-chunk.ts';
import type { AskingContext } from '../asking/context.ts';

/**
 * Chunks of one partition that may be under way at once: a slow source must not keep a PRIORITY chunk from being read.
 */
const CHUNKS_AT_ONCE = 64;

/**
 * Numbers about which only the numbering plan is asked: nothing is kept of them (the same tables always say the same),
 * so their results go straight to the bus. A repeat after a crash publishes the same ids again.
 */
async function resolveByPlan(
  context: AskingContext,
  bus: EventBus,
  { id, at, trace, data }: IncomingEvent<'phone.requested'>,
): Promise<void> {
  const { planSource } = context;
  const { job, run, only } = data;
  const phones = data.phones.filter((phone) => !context.doNotLookUp.erased.isErased(phone, at));
  const { events, answered } = await context.plan.resolve({
    phones,
    listed: phones.filter((phone) => context.doNotLookUp.has(phone)),
    job,
    run,
    retryOf: only === null ? null : id,
    at: context.kit.clock.now(),
    plan: planSource && { trust: planSource.trust, pausedBy: planSource.pausedBy },
    trace: trace ?? id,
  });
  for (const status of answerStatuses) planSource?.noteAnswers(status, answered[status]);
  await bus.publishPacked(events);
}

/** Looks up what jobs hand out. Work of a job that stopped meanwhile is dropped without a word: the job knows. */
export function consumePhoneRequested(context: AskingContext, bus: EventBus): Promise<Consumer> {
  const { jobs, underWay, peers } = context;
  return bus.subscribe({
    topic: 'phone.requested',
    group: 'sources',
    mode: 'concurrent',
    maxInFlight: CHUNKS_AT_ONCE,
    batchSize: 1,
    async handle(events, { signal }) {
      for (const event of events) {
        const { job, run, answeredIn = [] } = event.data;
        if (jobs.isDropped(job.id, run)) continue;
        const ask = async (): Promise<void> => {
          if (!jobs.isDropped(job.id, run)) await new Chunk(context, event, signal).run();
        };
        if (context.runners.size === 0) await resolveByPlan(context, bus, event);
        else {
          const merged = [...new Set(answeredIn.map(({ number }) => number))];
          await underWay.after({ job: job.id, number: job.number, run, merged }, peers && peers.entering, ask);
        }
        // What was let go because of closing is not handled: it comes again.
        if (signal.aborted) throw new TransientError('closing');
      }
    },
  });
}
