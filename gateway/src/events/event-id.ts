import { apiError, LAST_EVENT_ID, type ToldTopic, toldTopics } from '@numscope/contracts';
import type { LogExtent, LogPlace } from '@numscope/platform';

/** More than an id of ours has even where topics were given many partitions. */
const MAX_ID_CHARS = 12_000;
const RADIX = 36;
const form = /^([0-9a-z]{1,32})((?:~[a-z.-]+=[0-9a-z]{1,11}(?:,[0-9a-z]{1,11})*)*)$/;

/** The header that carries an id, as OpenAPI describes it. */
export const eventIdParameter = {
  name: LAST_EVENT_ID,
  in: 'header',
  required: false,
  description: 'The id of the last event that was handled: what came after it comes first',
  schema: { type: 'string', maxLength: MAX_ID_CHARS, pattern: form.source },
};

/** Where a reader stands: of each topic the offset of the next event of each partition. */
export type StreamPosition = Map<ToldTopic, number[]>;

/**
 * Writes a position as the id of the event that led to it. All of where a stream stands is in it, so that any gateway can
 * go on there: `LOG~TOPIC=OFFSET,OFFSET~TOPIC=...`, one offset (base 36) for each partition.
 */
export const writeEventId = (log: string, position: StreamPosition): string =>
  [
    log,
    ...[...position].map(([topic, offsets]) => `${topic}=${offsets.map((at) => at.toString(RADIX)).join(',')}`),
  ].join('~');

/** @throws ApiError EVENT_ID when it is nothing that `writeEventId` wrote */
function readEventId(id: string): { log: string; position: StreamPosition } {
  const [, log, parts] = (id.length <= MAX_ID_CHARS && form.exec(id)) || [];
  if (log === undefined || parts === undefined) throw apiError('EVENT_ID');
  const position: StreamPosition = new Map();
  for (const part of parts.split('~').slice(1)) {
    const [name = '', offsets = ''] = part.split('=');
    const topic = toldTopics.find((told) => told === name);
    if (topic)
      position.set(
        topic,
        offsets.split(',').map((text) => Number.parseInt(text, RADIX)),
      );
  }
  return { log, position };
}

/** Where a stream without an id begins: with what happens from now on. */
export function endOf({ partitions }: LogExtent): LogPlace[] {
  return partitions.map(({ topic, partition, end }) => ({ topic, partition, offset: end }));
}

/**
 * From where a stream goes on after an event. A topic that the stream of before did not have begins now; a partition that
 * was added since then begins with its first event.
 * @throws ApiError EVENT_ID, EVENT_ID_FOREIGN, EVENT_ID_TOO_OLD
 */
export function placesAfter(id: string, { log, partitions }: LogExtent): LogPlace[] {
  const read = readEventId(id);
  if (read.log !== log) throw apiError('EVENT_ID_FOREIGN');
  return partitions.map(({ topic, partition, start, end }) => {
    const offsets = toldTopics.filter((told) => told === topic).map((told) => read.position.get(told))[0];
    const offset = offsets ? (offsets[partition] ?? start) : end;
    if (offset > end) throw apiError('EVENT_ID_FOREIGN');
    if (offset < start) throw apiError('EVENT_ID_TOO_OLD', { details: { topic } });
    return { topic, partition, offset };
  });
}
