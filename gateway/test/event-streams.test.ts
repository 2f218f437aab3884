import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createTestKit, type TestKit } from '@numscope/testing';
import { EventStream } from '../src/events/event-stream.ts';
import { EventStreams } from '../src/events/event-streams.ts';

let test: TestKit;
let streams: EventStreams;
beforeEach(async () => {
  test = await createTestKit('gateway');
  streams = new EventStreams(test.kit.authenticator, { eventStreams: 2, eventStreamsOfHolder: 1 });
});
afterEach(async () => {
  streams.close();
  await test.close();
});

const stream = (): EventStream =>
  new EventStream({
    credential: { bearer: test.tokenFor('ADMIN'), address: '' },
    topics: ['profile.updated'],
    hidesJobs: false,
    log: 'log',
    from: [],
    stallMs: 1000,
  });

it('frees the place of a stream that was cut while it was being opened', async () => {
  const cut = stream();
  const opening = streams.add('somebody', async () => {
    cut.body.destroy();
    await once(cut.body, 'close');
    return cut;
  });
  await expect(opening).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  const next = await streams.add('somebody', async () => stream());
  expect(streams.open).toBe(1);
  next.body.destroy();
});

it('says which of the limits is reached, and of none that it is where all are ended', async () => {
  const made = [await streams.add('one', async () => stream()), await streams.add('two', async () => stream())];
  const refusal = (holder: string) => streams.add(holder, async () => stream());
  const of = (streams: number) => ({ code: 'TOO_MANY_STREAMS', details: { streams, most: streams } });
  await expect(refusal('one')).rejects.toMatchObject(of(1));
  await expect(refusal('three')).rejects.toMatchObject(of(2));
  streams.close();
  await expect(refusal('three')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  for (const { body } of made) body.destroy();
});
