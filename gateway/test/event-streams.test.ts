import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createTestKit, type TestKit } from '@numscope/testing';
import { EventStream } from '../src/events/event-stream.ts';
import { EventStreams } from '../src/events/event-streams.ts';

let test: TestKit;
let streams: EventStreams;
beforeEach(async () => {
  test = await createTestKit('gateway');
  streams = new EventStreams(test.kit.authenticator, {
    eventStreams: 5,
    eventStreamsOfHolder: 1,
    eventStreamsOfUser: 3,
  });
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

const by = (userId: string, key?: string) => ({
  userId,
  ...(key === undefined ? {} : { key: { id: key, shownAs: key, scopes: [] } }),
});

it('frees the place of a stream that was cut while it was being opened', async () => {
  const cut = stream();
  const opening = streams.add(by('somebody'), async () => {
    cut.body.destroy();
    await once(cut.body, 'close');
    return cut;
  });
  await expect(opening).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  const next = await streams.add(by('somebody'), async () => stream());
  expect(streams.open).toBe(1);
  next.body.destroy();
});

it('says which of the limits is reached, and of none that it is where all are ended', async () => {
  const gone = await streams.add(by('one', 'a'), async () => stream());
  const owners = [by('one'), by('one', 'b'), by('two'), by('three')];
  const made: EventStream[] = [];
  for (const owner of owners) made.push(await streams.add(owner, async () => stream()));
  const refusal = (owner: ReturnType<typeof by>) => streams.add(owner, async () => stream());
  const of = (streams: number) => ({ code: 'TOO_MANY_STREAMS', details: { streams, most: streams } });
  await expect(refusal(by('two'))).rejects.toMatchObject(of(1));
  await expect(refusal(by('one', 'a'))).rejects.toMatchObject(of(1));
  await expect(refusal(by('one', 'c'))).rejects.toMatchObject(of(3));
  await expect(refusal(by('four'))).rejects.toMatchObject(of(5));
  gone.body.destroy();
  await once(gone.body, 'close');
  made.push(await streams.add(by('one', 'c'), async () => stream()));
  streams.close();
  await expect(refusal(by('four'))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  for (const { body } of made) body.destroy();
});
