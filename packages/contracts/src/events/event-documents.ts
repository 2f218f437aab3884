import * as z from 'zod';
import { descriptionOf, exampleAt } from './event-descriptions.ts';
import {
  eventData,
  eventSchema,
  eventVersion,
  keptForEver,
  keyedByPhone,
  keyedByPicture,
  topicPartitions,
  type Topic,
} from './events.ts';
import { limits, productName, productVersion } from '../limits.ts';

type Json = Record<string, unknown>;

/** Between our own services; they may change without notice. */
const ownTopics: ReadonlySet<Topic> = new Set(['user.changed', 'job.changed']);
/** What other systems may read. */
export const publishedTopics = (Object.keys(eventData) as Topic[]).filter((topic) => !ownTopics.has(topic));

/** A whole event of a topic, as a reader meets it. */
export function exampleOf(topic: Topic): Json {
  const { example, exampleKey: key } = descriptionOf(topic);
  return {
    id: '019a9f9c-07a8-7c11-9d5f-2f6a3b1cffff',
    type: topic,
    version: eventVersion,
    at: exampleAt,
    key,
    trace: 'req-1',
    data: example,
  };
}

/**
 * The JSON Schema (draft 2020-12) of a topic's whole event. Unknown fields are to be passed over: they may be added
 * without a new version.
 */
export function eventJsonSchema(topic: Topic): Json {
  const { title, text } = descriptionOf(topic);
  const { $schema, ...schema } = z.toJSONSchema(eventSchema(topic), {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return { $schema, title, description: text, ...schema };
}

const isEmptied = (topic: Topic): boolean => keyedByPhone.includes(topic) || keyedByPicture.includes(topic);
const emptied = 'At Kafka an empty record (null) says that everything of its key was erased: drop what you keep of it.';

const idOf = (topic: Topic): string => topic.replaceAll(/[.-](\w)/g, (_whole, letter: string) => letter.toUpperCase());

/** All published topics as an AsyncAPI 3.0 document (https://www.asyncapi.com/docs/reference/specification/v3.0.0). */
export function asyncApi(): Json {
  const channels: Json = {};
  const operations: Json = {};
  const messages: Json = {};
  for (const topic of publishedTopics) {
    const { title, text, key } = descriptionOf(topic);
    const { $schema: _dialect, ...payload } = eventJsonSchema(topic);
    const id = idOf(topic);
    channels[id] = {
      address: topic,
      title,
      description: isEmptied(topic) ? `${text} ${emptied}` : text,
      messages: { [id]: { $ref: `#/components/messages/${id}` } },
      bindings: {
        kafka: {
          topic,
          partitions: topicPartitions[topic],
          topicConfiguration: {
            'cleanup.policy': isEmptied(topic) ? ['compact', 'delete'] : ['delete'],
            'retention.ms': keptForEver.has(topic) ? -1 : limits.eventRetentionDays * 86_400_000,
          },
        },
      },
    };
    operations[`read${id[0]?.toUpperCase()}${id.slice(1)}`] = {
      action: 'send',
      channel: { $ref: `#/channels/${id}` },
      summary: title,
    };
    messages[id] = {
      name: topic,
      title,
      contentType: 'application/json',
      payload: { schemaFormat: 'application/schema+json;version=draft-07', schema: payload },
      bindings: { kafka: { key: { type: 'string', description: key } } },
      examples: [{ name: topic, payload: exampleOf(topic) }],
    };
  }
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${productName} events`,
      version: productVersion.replace(/^v/, ''),
      description:
        'Delivered at least once, in order for each key, kept for some days, safe to handle twice by `id`. How to read them: docs/events/README.md.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    channels,
    operations,
    components: { messages },
  };
}
