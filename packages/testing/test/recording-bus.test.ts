import { expect, it } from '@jest/globals';
import { TransientError } from '@numscope/platform';
import { RecordingBus, userChangedEvent } from '../src/index.ts';

it('resolves a delivery only when every group has handled it, published follow-ups are there too', async () => {
  const bus = new RecordingBus();
  const seen: string[] = [];
  for (const group of ['a', 'b']) {
    await bus.subscribe({
      topic: 'user.changed',
      group,
      handle: async (events) => void seen.push(...events.map((event) => `${group} ${event.data.userName}`)),
    });
  }
  await bus.deliver(userChangedEvent('one'), userChangedEvent('two'));
  expect(seen.sort()).toEqual(['a one', 'a two', 'b one', 'b two']);
  expect(bus.published('user.changed').map((event) => event.data.userName)).toEqual(['one', 'two']);
});

it('tries a transient fault until it passes, and puts a lasting one aside with its reason', async () => {
  const bus = new RecordingBus();
  let tries = 0;
  const handled: string[] = [];
  await bus.subscribe({
    topic: 'user.changed',
    group: 'g',
    attempts: 2,
    async handle(events) {
      if (++tries < 8) throw new TransientError('not yet');
      if (events.some((event) => event.data.userName === 'bad')) throw new Error('cannot be');
      handled.push(...events.map((event) => event.data.userName));
    },
  });
  await bus.deliver(userChangedEvent('one'), userChangedEvent('bad'), userChangedEvent('two'));
  expect(handled).toEqual(['one', 'two']);
  expect((await bus.deadLetters(10)).map((letter) => letter.reason)).toEqual(['cannot be']);
});

it('waits for an event that fits, past or to come', async () => {
  const bus = new RecordingBus();
  const waiting = bus.waitFor('user.changed', (event) => event.data.userName === 'two');
  await bus.publish([userChangedEvent('one')]);
  await bus.publish([userChangedEvent('two')]);
  expect((await waiting).data.userName).toBe('two');
  expect((await bus.waitFor('user.changed')).data.userName).toBe('one');
});
