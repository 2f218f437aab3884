import { expect, it } from '@jest/globals';
import { Parser } from '@asyncapi/parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { asyncApi, eventJsonSchema, exampleOf, publishedTopics } from '../src/events/event-documents.ts';
import { eventSchema } from '../src/events/events.ts';

it.each(publishedTopics)('the example of %s obeys its JSON Schema and is what a reader of ours takes', (topic) => {
  const ajv = new Ajv2020({ strict: false });
  const validate = ajv.compile(eventJsonSchema(topic));
  expect(validate(exampleOf(topic)) || validate.errors).toBe(true);
  expect(eventSchema(topic).safeParse(exampleOf(topic)).success).toBe(true);
});

it.each(publishedTopics)(
  'the JSON Schema of %s refuses an event without its data, and passes over a field added later',
  (topic) => {
    const validate = new Ajv2020({ strict: false }).compile(eventJsonSchema(topic));
    const { data, ...rest } = exampleOf(topic);
    expect(validate(rest)).toBe(false);
    expect(validate({ ...rest, data: { ...(data as object), added: 1 }, more: true })).toBe(true);
  },
);

it('the examples have the keys under which the events really are', () => {
  const keys = Object.fromEntries(publishedTopics.map((topic) => [topic, exampleOf(topic)['key']]));
  const picture = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(keys).toEqual({
    'job.created': '12',
    'job.status-changed': '12',
    'phone.requested': '+998901234567',
    'phone.resolved': '+998901234567',
    'profile.updated': '+998901234567',
    'profile.deleted': '+998901234567',
    'source.state': 'GETCONTACT',
    'image.stored': picture,
    'image.faces': picture,
    'audit.logged': 'audit',
    'audit.checkpoint': 'audit',
  });
  expect(exampleOf('image.stored')).toMatchObject({ data: { id: keys['image.stored'] } });
  expect(exampleOf('image.faces')).toMatchObject({ data: { id: keys['image.faces'] } });
});

it('the AsyncAPI document is valid and has a channel for each topic that other systems may read', async () => {
  const { document, diagnostics } = await new Parser().parse(JSON.stringify(asyncApi()));
  expect(diagnostics.filter(({ severity }) => severity === 0)).toEqual([]);
  expect(
    document
      ?.channels()
      .all()
      .map((channel) => channel.address()),
  ).toEqual(publishedTopics);
});
