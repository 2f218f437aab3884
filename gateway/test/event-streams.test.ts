import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createTestKit, type TestKit } from '@numscope/testing';
import { EventStream } from '../src/events/event-stream.ts';
import { EventStreams } from '../src/events/event-streams.ts';

let test: TestKit;
let streams: EventStreams;
beforeEach(async () => {
  test = await createTestKit('gateway');
  streams = new EventStreams(test.kit.authenticator, { eventStreams: 1, eventStreamsOfHolder: 1 });
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
