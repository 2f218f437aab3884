import { expect, it } from '@jest/globals';
import type { DeadLetter } from '@numscope/platform';
import kafkajs from 'kafkajs';
import { letterText } from '../src/kafka/letter-text.ts';
import { isRefusedForSize } from '../src/kafka/publisher.ts';
import { mostBytesOf } from '../src/kafka/topics.ts';

const letter = (json: string): DeadLetter => ({
  topic: 'profile.updated',
  group: 'outbox',
  reason: 'too large',
  at: 1,
  json,
});

it('keeps of an event that a letter has no room for its beginning, whatever it is made of', () => {
  const whole = letter('{"key":"a"}');
  expect(JSON.parse(letterText(whole, 100_000))).toEqual(whole);
  for (const filling of ['x', '"', '\u0000', 'ў', '😀', '\ud83d']) {
    const json = `{"key":"a"${filling.repeat(200_000)}`;
    const text = letterText(letter(json), 100_000);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(100_000);
    const kept = JSON.parse(text) as DeadLetter;
    expect(kept).toMatchObject({ topic: 'profile.updated', group: 'outbox' });
    expect(kept.json.startsWith('{"key":"a"')).toBe(true);
    expect(kept.reason).toBe(`too large; of its ${json.length} characters the first ${kept.json.length} are kept`);
  }
});

it('knows what a topic takes that its operator made smaller', () => {
  expect(mostBytesOf('phone.resolved', String(9 * 1024 * 1024))).toBe(8 * 1024 * 1024);
  expect(mostBytesOf('phone.resolved', undefined)).toBe(8 * 1024 * 1024);
  expect(mostBytesOf('phone.resolved', '1048588')).toBeLessThan(1_048_588);
  expect(mostBytesOf('phone.resolved', '1048588')).toBeGreaterThan(1_000_000);
  expect(mostBytesOf('dead-letters', '1048588')).toBeLessThan(1_048_588);
});

it('knows from what the client tells that a broker refuses events for their size', () => {
  const refusal = (type: string) =>
    Object.assign(new kafkajs.KafkaJSProtocolError(new Error('refused')), { type, retriable: false });
  const told = (cause: Error) => Object.assign(new kafkajs.KafkaJSNonRetriableError(cause), { cause });
  expect(isRefusedForSize(told(refusal('MESSAGE_TOO_LARGE')))).toBe(true);
  expect(isRefusedForSize(refusal('RECORD_LIST_TOO_LARGE'))).toBe(true);
  expect(isRefusedForSize(told(refusal('NOT_LEADER_FOR_PARTITION')))).toBe(false);
  expect(isRefusedForSize(new Error('away'))).toBe(false);
});
