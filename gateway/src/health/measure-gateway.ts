import { readCounter, readGauge, type ServiceKit } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { EventStreams } from '../events/event-streams.ts';
import type { ClientSockets } from '../realtime/client-sockets.ts';

/**
 * Shows what the gateway answers and what its open websockets and event streams do. Plain numbers are kept: each call through the gateway comes
 * by here.
 */
export function measureGateway(
  app: FastifyInstance,
  { metrics }: Pick<ServiceKit, 'metrics'>,
  sockets: Pick<ClientSockets, 'open' | 'sent'>,
  streams: Pick<EventStreams, 'open' | 'sent'>,
): void {
  const { registry } = metrics;
  const answers = new Map<number, number>();
  app.addHook('onResponse', (_request, reply, done) => {
    answers.set(reply.raw.statusCode, (answers.get(reply.raw.statusCode) ?? 0) + 1);
    done();
  });
  readCounter(
    registry,
    {
      name: 'numscope_gateway_answers_total',
      help: 'Answers of the gateway, its own and those it passed on, by HTTP status',
      labelNames: ['status'],
    },
    () => [...answers].map(([status, total]) => [{ status: String(status) }, total] as const),
  );
  readGauge(registry, { name: 'numscope_websocket_lines', help: 'Open websockets of consoles and programs' }, () => [
    [{}, sockets.open],
  ]);
  readGauge(registry, { name: 'numscope_event_streams_open', help: 'Open event streams of programs' }, () => [
    [{}, streams.open],
  ]);
  readCounter(
    registry,
    { name: 'numscope_event_stream_events_total', help: 'Events handed to open event streams, one for each' },
    () => [[{}, streams.sent]],
  );
  readCounter(
    registry,
    {
      name: 'numscope_websocket_messages_total',
      help: 'Messages handed to open websockets, one for each, by type',
      labelNames: ['type'],
    },
    () => [...sockets.sent].map(([type, total]) => [{ type }, total] as const),
  );
}
