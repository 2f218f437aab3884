import { expect, it, jest } from '@jest/globals';
import { createLogger, OutboxRelay, type OutboxSource, type OutgoingEvent, packEvents } from '@numscope/platform';
import { RecordingBus, userChangedEvent } from '@numscope/testing';
import { setImmediate } from 'node:timers/promises';

const log = createLogger('relay', 'silent');

/** An outbox in memory; `cleared` resolves each time it is emptied. */
function memoryOutbox() {
  let next = 1;
  let groups: Array<{ id: number; events: OutgoingEvent[] }> = [];
  let emptied = (): void => undefined;
  const source: OutboxSource = {
    pendingEvents: async (limit) => groups.slice(0, limit),
    clearEvents: async (ids) => {
      groups = groups.filter(({ id }) => !ids.includes(id));
      if (groups.length === 0) emptied();
    },
  };
  return {
    source,
    append: (...events: OutgoingEvent[]) => {
      groups.push({ id: next, events });
      return next++;
    },
    whenEmpty: () => new Promise<void>((resolve) => (groups.length === 0 ? resolve() : (emptied = resolve))),
  };
}

const names = (bus: RecordingBus): string[] => bus.published('user.changed').map((event) => event.data.userName);

it('sends what a former process left behind, then what comes, in order', async () => {
  const bus = new RecordingBus();
  const outbox = memoryOutbox();
  for (let n = 0; n < 40; n++) outbox.append(userChangedEvent(`u${n}`));
  const relay = new OutboxRelay(outbox.source, bus, log);
  relay.start();
  await outbox.whenEmpty();
  outbox.append(userChangedEvent('u40'), userChangedEvent('u41'));
  relay.wake();
  await outbox.whenEmpty();
  await relay.close();
  expect(names(bus)).toEqual(Array.from({ length: 42 }, (_none, n) => `u${n}`));
});

it.each<[string, (relay: OutboxRelay, outbox: ReturnType<typeof memoryOutbox>, name: string) => void]>([
  [
    'woken',
    (relay, outbox, name) => {
      outbox.append(userChangedEvent(name));
      relay.wake();
    },
  ],
  [
    'handed them',
    (relay, outbox, name) => {
      const event = userChangedEvent(name);
      relay.carry(outbox.append(event), packEvents([event]), 1);
    },
  ],
])('keeps events while the bus is away, and sends them all once it is back, when it was %s', async (_how, give) => {
  const bus = new RecordingBus();
  const outbox = memoryOutbox();
  const relay = new OutboxRelay(outbox.source, bus, log);
  relay.start();
  bus.failWith(new Error('no bus'));
  give(relay, outbox, 'a');
  give(relay, outbox, 'b');
  bus.failWith(null);
  await bus.waitFor('user.changed', (event) => event.data.userName === 'b');
  await outbox.whenEmpty();
  await relay.close();
  expect(names(bus)).toEqual(['a', 'b']);
});

it('sends again what it could not clear: at least once, never lost', async () => {
  const bus = new RecordingBus();
  const outbox = memoryOutbox();
  let failures = 1;
  const source: OutboxSource = {
    ...outbox.source,
    clearEvents: (ids) => (failures-- > 0 ? Promise.reject(new Error('disk')) : outbox.source.clearEvents(ids)),
  };
  outbox.append(userChangedEvent('a'));
  const relay = new OutboxRelay(source, bus, log);
  relay.start();
  await outbox.whenEmpty();
  await relay.close();
  expect(names(bus)).toEqual(['a', 'a']);
  expect(new Set(bus.published('user.changed').map(({ id }) => id)).size).toBe(1);
});

it('sends what it is handed without reading it, and reads what nobody handed over', async () => {
  const bus = new RecordingBus();
  const outbox = memoryOutbox();
  let read = 0;
  const source: OutboxSource = {
    ...outbox.source,
    pendingEvents: async (limit) => {
      const pending = await outbox.source.pendingEvents(limit);
      read += pending.length;
      return pending;
    },
  };
  const relay = new OutboxRelay(source, bus, log);
  /** Resolves when the outbox is empty and the relay has seen it. */
  const settled = async (): Promise<void> => {
    await outbox.whenEmpty();
    await setImmediate();
  };
  relay.start();
  await settled();
  for (const name of ['a', 'b', 'c']) {
    const event = userChangedEvent(name);
    relay.carry(outbox.append(event), packEvents([event]), 1);
  }
  await settled();
  expect(read).toBe(0);
  outbox.append(userChangedEvent('d'));
  relay.wake();
  await settled();
  const last = userChangedEvent('e');
  relay.carry(outbox.append(last), packEvents([last]), 1);
  await settled();
  await relay.close();
  expect(names(bus)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(read).toBe(1);
});

it('looks by itself as soon as the source asks for, for what others wrote', async () => {
  jest.useFakeTimers();
  const bus = new RecordingBus();
  const outbox = memoryOutbox();
  const relay = new OutboxRelay({ ...outbox.source, pollMs: 100 }, bus, log);
  relay.start();
  await jest.advanceTimersByTimeAsync(50);
  outbox.append(userChangedEvent('a'));
  await jest.advanceTimersByTimeAsync(50);
  await relay.close();
  jest.useRealTimers();
  expect(names(bus)).toEqual(['a']);
});

it('is behind while it is woken for events, and not while it merely looks for some', async () => {
  jest.useFakeTimers();
  const bus = new RecordingBus();
  const outbox = memoryOutbox();
  const answers: Array<() => void> = [];
  const source: OutboxSource = {
    ...outbox.source,
    pollMs: 100,
    pendingEvents: async (limit) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return outbox.source.pendingEvents(limit);
    },
  };
  /** Has the store answer. */
  const answer = async (): Promise<void> => {
    answers.shift()?.();
    await jest.advanceTimersByTimeAsync(0);
  };
  const relay = new OutboxRelay(source, bus, log);
  relay.start();
  expect(relay.isBehind).toBe(true);
  await answer();
  expect(relay.isBehind).toBe(false);
  await jest.advanceTimersByTimeAsync(100);
  expect(answers).toHaveLength(1);
  expect(relay.isBehind).toBe(false);
  outbox.append(userChangedEvent('a'));
  await answer();
  // It found some, and asks whether there are more.
  expect(answers).toHaveLength(1);
  expect(relay.isBehind).toBe(true);
  await answer();
  expect(relay.isBehind).toBe(false);
  relay.wake();
  expect(relay.isBehind).toBe(true);
  await answer();
  await relay.close();
  jest.useRealTimers();
  expect(names(bus)).toEqual(['a']);
});

it('sends nothing after it was closed', async () => {
  const bus = new RecordingBus();
  const outbox = memoryOutbox();
  const relay = new OutboxRelay(outbox.source, bus, log);
  await relay.close();
  outbox.append(userChangedEvent('late'));
  relay.wake();
  await relay.close();
  expect(names(bus)).toEqual([]);
});

it('tells what it sent, what was refused, and for how long events have been waiting', async () => {
  const bus = new RecordingBus();
  const outbox = memoryOutbox();
  const relay = new OutboxRelay(outbox.source, bus, log);
  relay.start();
  bus.failWith(new Error('no bus'));
  outbox.append(userChangedEvent('a'), userChangedEvent('b'));
  relay.wake();
  while (relay.figures.failed === 0) await setImmediate();
  expect(relay.figures).toMatchObject({ sent: 0 });
  const { behindMs } = relay.figures;
  while (relay.figures.behindMs <= behindMs) await setImmediate();
  bus.failWith(null);
  relay.wake();
  await outbox.whenEmpty();
  while (relay.figures.behindMs > 0) await setImmediate();
  expect(relay.figures).toMatchObject({ sent: 2, behindMs: 0 });
  await relay.close();
});

it('gives up what the bus can never take, with its reason, and sends all that waits behind it', async () => {
  const bus = new RecordingBus();
  bus.mostBytes = 1000;
  const outbox = memoryOutbox();
  const giant = userChangedEvent('x'.repeat(1000));
  outbox.append(userChangedEvent('a'), giant, userChangedEvent('b'));
  outbox.append(userChangedEvent('c'));
  const relay = new OutboxRelay(outbox.source, bus, log);
  relay.start();
  await outbox.whenEmpty();
  await relay.close();
  expect(names(bus)).toEqual(['a', 'b', 'c']);
  expect(await bus.deadLetters(9)).toMatchObject([
    { topic: 'user.changed', group: 'outbox', reason: 'too large', json: giant.json },
  ]);
  expect(relay.figures).toMatchObject({ sent: 3, failed: 0 });
});

it('tells shorter what the bus can never take, in its place, and gives up what is too large even so', async () => {
  const bus = new RecordingBus();
  bus.mostBytes = 1000;
  const outbox = memoryOutbox();
  const [long, longest] = [userChangedEvent('x'.repeat(1000)), userChangedEvent('y'.repeat(9000))];
  outbox.append(userChangedEvent('a'), long, longest, userChangedEvent('b'));
  const relay = new OutboxRelay(outbox.source, bus, log, (event, mostBytes) => {
    expect(mostBytes).toBe(1000);
    return event === long ? { ...userChangedEvent('short'), id: event.id } : event;
  });
  relay.start();
  await outbox.whenEmpty();
  await relay.close();
  expect(names(bus)).toEqual(['a', 'short', 'b']);
  expect((await bus.deadLetters(9)).map(({ json }) => json)).toEqual([longest.json]);
  expect(relay.figures).toMatchObject({ sent: 3, failed: 0 });
});

it('keeps what the bus can never take until it lies with the dead letters', async () => {
  const bus = new RecordingBus();
  bus.mostBytes = 1000;
  const outbox = memoryOutbox();
  outbox.append(userChangedEvent('x'.repeat(1000)));
  const giveUp = bus.giveUp.bind(bus);
  let tries = 0;
  bus.giveUp = async (unpublished) => {
    if (++tries === 1) throw new Error('no room');
    await giveUp(unpublished);
  };
  const relay = new OutboxRelay(outbox.source, bus, log);
  relay.start();
  await outbox.whenEmpty();
  await relay.close();
  expect(tries).toBe(2);
  expect(await bus.deadLetters(9)).toHaveLength(1);
});
