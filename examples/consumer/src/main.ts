// Follows the profiles of a Numscope installation: prints each change as a line of JSON. Settings: KAFKA_BROKERS
// (host:port with commas), GROUP, TOPIC_PREFIX (what the installation puts before its topics' names; mostly nothing),
// and for a Kafka with TLS and users BUS_CA_FILE (or KAFKA_TLS=true for a known authority), BUS_USERNAME and
// BUS_PASSWORD_FILE.
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { Kafka, logLevel } from 'kafkajs';
import { connectionFrom } from './connection.ts';
import { ProfileTable } from './profile-table.ts';
import { readEvent } from './read-event.ts';

const topics = ['profile.updated', 'profile.deleted'];
const prefix = process.env['TOPIC_PREFIX'] ?? '';
const say = (line: object): boolean => process.stdout.write(`${JSON.stringify(line)}\n`);

const ajv = new Ajv2020({ strict: false });
const schemas = new Map<string, ValidateFunction>(
  topics.map((topic) => {
    const file = new URL(`../../../docs/events/schemas/${topic}.schema.json`, import.meta.url);
    return [`${prefix}${topic}`, ajv.compile(JSON.parse(readFileSync(file, 'utf8')))];
  }),
);

const kafka = new Kafka({
  clientId: 'example-consumer',
  ...connectionFrom(process.env),
  logLevel: logLevel.ERROR,
});
const consumer = kafka.consumer({ groupId: process.env['GROUP'] ?? 'example-consumer' });
const table = new ProfileTable();

// What comes while it ends changes nothing: npm passes on the Ctrl-C that its child has had from the terminal itself.
let ending: Promise<void> | undefined;
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => (ending ??= consumer.disconnect().then(() => process.exit(0))));

await consumer.connect();
await consumer.subscribe({ topics: [...schemas.keys()], fromBeginning: true });
await consumer.run({
  // kafkajs commits the offset after this has resolved: what is not handled comes again.
  eachMessage: async ({ topic, message }) => {
    if (message.value === null) {
      // Everything of the key was erased: for these topics, of the phone.
      const phone = message.key?.toString() ?? '';
      table.erase(phone);
      say({ topic, phone, erased: true });
      return;
    }
    const validate = schemas.get(topic);
    const event = validate ? readEvent(message.value.toString(), validate) : null;
    if (event === null) {
      // In a real system: to a place where somebody looks, and on with the next.
      say({ refused: topic, faults: validate?.errors });
      return;
    }
    table.take(event);
    const { phone } = event.data;
    say({ topic, phone, profile: table.entries.get(phone) ?? null });
  },
});
