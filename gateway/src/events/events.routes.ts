import { apiError, calls, LAST_EVENT_ID, toldTopics, type ToldTopic } from '@numscope/contracts';
import { bearerOf, type EventBus, type Identity, isAdmin, isService, route } from '@numscope/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EdgeLimits } from '../edge/limits.ts';
import { endOf, placesAfter } from './event-id.ts';
import { EventStream } from './event-stream.ts';
import { type EventStreams, mayHear } from './event-streams.ts';

/** @throws ApiError FORBIDDEN with the topics that are not for this caller, NO_TOPICS where none is */
function topicsFor(identity: Identity, asked: readonly ToldTopic[] | undefined): ToldTopic[] {
  const topics = (asked ?? toldTopics).filter((topic) => mayHear(identity, topic));
  const refused = asked?.filter((topic) => !topics.includes(topic)) ?? [];
  if (refused.length > 0) throw apiError('FORBIDDEN', { details: { topics: refused } });
  if (topics.length === 0) throw apiError('NO_TOPICS');
  return topics;
}

function lastEventOf({ headers }: FastifyRequest): string | null {
  const id = headers[LAST_EVENT_ID];
  return typeof id === 'string' && id !== '' ? id : null;
}

/** `GET /api/events`: what is on the bus, as server-sent events, for whoever may hear it. */
export async function addEventRoutes(
  app: FastifyInstance,
  bus: EventBus,
  streams: EventStreams,
  { eventStallMs }: Pick<EdgeLimits, 'eventStallMs'>,
): Promise<void> {
  /** A key is put away once it is known whose it is; as long as the stream is open it is looked whether it still counts. */
  const bearers = new WeakMap<FastifyRequest, string>();

  await app.register(async (scope) => {
    scope.addHook('onRequest', (request, _reply, done) => {
      bearers.set(request, bearerOf(request) ?? '');
      done();
    });
    route(scope, calls.followEvents, async ({ request, reply, query, identity, audit }) => {
      if (identity === null || isService(identity)) throw apiError('UNAUTHORIZED');
      const topics = topicsFor(identity, query.topics);
      const last = lastEventOf(request);
      const stream = await streams.add(identity, async () => {
        const extent = await bus.extent(topics);
        const opened = new EventStream({
          credential: { bearer: bearers.get(request) ?? '', address: request.ip },
          topics,
          hidesJobs: !isAdmin(identity),
          log: extent.log,
          from: last === null ? endOf(extent) : placesAfter(last, extent),
          stallMs: eventStallMs,
        });
        await opened.begin(bus);
        return opened;
      });
      audit.add({ topics });
      return (
        reply
          .header('content-type', 'text/event-stream; charset=utf-8')
          .header('cache-control', 'no-store')
          // Proxies of the nginx family hold back what they pass on unless told.
          .header('x-accel-buffering', 'no')
          .send(stream.body)
      );
    });
  });
}
