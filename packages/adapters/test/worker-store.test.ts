import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { openDatabase, openWorkerStore, type RemoteStore } from '@numscope/adapters/sqlite';
import { TransientError } from '@numscope/platform';
import { tempDir, userChangedEvent } from '@numscope/testing';
import { counterMigrations, markOf } from './counter-store.ts';

let dir: ReturnType<typeof tempDir>;
let path: string;
type CounterStore = typeof import('./counter-store.ts');

let store: RemoteStore<CounterStore>;
const openStore = () =>
  openWorkerStore<CounterStore>({
    module: new URL('./counter-store.ts', import.meta.url),
    options: { path },
    threads: { readers: ['test-reader'] },
    onLost: (cause) => lost.push(cause),
  });

let lost: Error[];
beforeEach(async () => {
  lost = [];
  dir = tempDir();
  path = join(dir.path, 'deep', 'counter.sqlite');
  store = await openStore();
});
afterEach(async () => {
  await store.close();
  dir.remove();
});

it('executes calls in the order they were made, and reads beside them see what is committed', async () => {
  const values = await Promise.all(Array.from({ length: 20 }, () => store.add(1, [])));
  expect(values).toEqual(Array.from({ length: 20 }, (_none, n) => n + 1));
  expect([await store.value(), await store.role()]).toEqual([20, 'reader']);
});

it('keeps state and outgoing events together: both or neither, faults with their words', async () => {
  await store.add(1, [userChangedEvent('a'), userChangedEvent('b')]);
  await expect(store.add(-1, [userChangedEvent('c')])).rejects.toThrow('only forward');
  await store.add(1, []);
  await store.add(1, [userChangedEvent('d')]);
  expect(await store.value()).toBe(3);
  const pending = await store.pendingEvents(10);
  expect(pending.map(({ events }) => events.map((event) => event.key))).toEqual([['a', 'b'], ['d']]);
  await store.clearEvents([pending[0]!.id]);
  expect((await store.pendingEvents(10)).map(({ events }) => events.map((event) => event.key))).toEqual([['d']]);
});

it('refuses a call whose words cannot be sent, and none of those beside it', async () => {
  const events = [{ ...userChangedEvent('a'), data: () => 'a function' }] as unknown as Parameters<typeof store.add>[1];
  const answers = await Promise.allSettled([store.add(1, []), store.add(1, events), store.add(1, [])]);
  expect(answers).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: expect.objectContaining({ name: 'DataCloneError' }) },
    { status: 'fulfilled', value: 2 },
  ]);
});

it('tells a fault that passes by itself as one', async () => {
  const fault: unknown = await store.refuse().catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(TransientError);
  expect(fault).toMatchObject({ message: 'not now' });
});

it('never gives an id of the outbox twice, so that a late clearing takes nothing new along', async () => {
  await store.add(1, [userChangedEvent('a')]);
  const [first] = await store.pendingEvents(1);
  await store.clearEvents([first!.id]);
  await store.add(1, [userChangedEvent('b')]);
  const [second] = await store.pendingEvents(1);
  expect(second!.id).toBeGreaterThan(first!.id);
});

it('hands events over in portions that are quick to carry, the oldest first', async () => {
  const large = userChangedEvent('x'.repeat(200_000));
  for (let n = 0; n < 5; n++) await store.add(1, [large]);
  const pending = await store.pendingEvents(10);
  expect(pending.map(({ id }) => id)).toEqual([1, 2]);
  await store.clearEvents(pending.map(({ id }) => id));
  expect((await store.pendingEvents(10)).map(({ id }) => id)).toEqual([3, 4]);
});

it('has everything after a reopening', async () => {
  await store.add(5, [userChangedEvent('a')]);
  await store.close();
  store = await openStore();
  expect(await store.value()).toBe(5);
  expect(await store.pendingEvents(10)).toHaveLength(1);
});

it('refuses calls as transient once it is closed or its thread is gone, of which it tells once', async () => {
  await expect(store.exit()).rejects.toThrow(TransientError);
  await expect(store.add(1, [])).rejects.toThrow(TransientError);
  await store.close();
  await expect(store.value()).rejects.toThrow(TransientError);
  expect(lost).toEqual([expect.objectContaining({ message: "the store's thread ended with code 3" })]);
});

it('tells of the end of its reader, and of none that was closed', async () => {
  await store.value();
  await store.close();
  expect(lost).toEqual([]);
  store = await openStore();
  await expect(store.endThread()).rejects.toThrow(TransientError);
  expect(lost).toHaveLength(1);
});

it.each(['exit', 'endThread'])(
  'ends its process by the end of its thread (%s), unless somebody hears of it',
  async (how) => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'thread-losing-child.ts'), join(dir.path, 'lost'), how],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    const said = child.stderr.toArray();
    const [code] = (await once(child, 'exit')) as [number];
    expect({ code, said: Buffer.concat(await said).toString() }).toEqual({
      code: 1,
      said: "refused: the store's thread ended with code 3\nfatal: the store's thread ended with code 3\n",
    });
  },
);

it('serves several stores in one shared thread, which lives until the last of them is closed', async () => {
  const shared = (name: string) =>
    openWorkerStore<CounterStore>({
      module: new URL('./counter-store.ts', import.meta.url),
      options: { path: join(dir.path, `${name}.sqlite`) },
      threads: { writer: 'test-records', readers: ['test-readers'] },
    });
  const [first, second] = await Promise.all([shared('first'), shared('second')]);
  await Promise.all([first.add(1, []), second.add(7, [])]);
  expect([await first.value(), await second.value()]).toEqual([1, 7]);
  await first.close();
  await expect(first.value()).rejects.toThrow(TransientError);
  expect([await second.add(1, []), await second.value()]).toEqual([8, 8]);
  await second.close();
  const again = await shared('first');
  expect(await again.value()).toBe(1);
  await again.close();
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const openWithSpare = () =>
  openWorkerStore<CounterStore>({
    module: new URL('./counter-store.ts', import.meta.url),
    options: { path },
    threads: { readers: ['test-first', 'test-spare'] },
  });
const open = (gate: SharedArrayBuffer): void => {
  Atomics.store(new Int32Array(gate), 0, 1);
  Atomics.notify(new Int32Array(gate), 0);
};

/** Asks until a reader that is not held up answers. @returns its name, and all that were asked for */
async function firstToAnswer(
  two: RemoteStore<CounterStore>,
): Promise<{ name: string | null; asked: Array<Promise<string | null>> }> {
  const asked: Array<Promise<string | null>> = [];
  const answered: Array<string | null> = [];
  while (answered.length === 0) {
    asked.push(two.thread().then((name) => (answered.push(name), name)));
    await turn();
  }
  return { name: answered[0] ?? null, asked };
}

it('begins a second reader when the first falls behind, and ends it when it is called no more', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance', 'Date'] });
  const two = await openWithSpare();
  const hasSpare = (): boolean => existsSync(markOf(path, 'test-spare'));
  try {
    const gate = new SharedArrayBuffer(4);
    const held = two.hold(gate);
    const waiting = Array.from({ length: 7 }, () => two.thread());
    expect(hasSpare()).toBe(false);
    waiting.push(two.thread());
    while (!hasSpare()) await turn();
    const { name, asked } = await firstToAnswer(two);
    expect(name).toBe('test-spare');

    open(gate);
    await held;
    expect(new Set(await Promise.all([...waiting, ...asked]))).toEqual(new Set(['test-first', 'test-spare']));
    await jest.advanceTimersByTimeAsync(299_000);
    await turn();
    expect(hasSpare()).toBe(true);
    await jest.advanceTimersByTimeAsync(1000);
    while (hasSpare()) await turn();
    expect(await two.thread()).toBe('test-first');
  } finally {
    jest.useRealTimers();
    await two.close();
  }
});

it('asks a second reader no more whose thread has ended, and begins another', async () => {
  const two = await openWithSpare();
  const gate = new SharedArrayBuffer(4);
  try {
    const held = two.hold(gate);
    const waiting = Array.from({ length: 8 }, () => two.thread());
    waiting.push(...(await firstToAnswer(two)).asked);
    await expect(two.endThread()).rejects.toThrow(TransientError);
    const { name, asked } = await firstToAnswer(two);
    expect(name).toBe('test-spare');
    open(gate);
    await held;
    await Promise.all([...waiting, ...asked]);
  } finally {
    open(gate);
    await two.close();
  }
});

it('brings a schema up to date once, each step in order', () => {
  const file = join(dir.path, 'other.sqlite');
  openDatabase({ path: file, migrations: counterMigrations.slice(0, 1) }).close();
  const db = openDatabase({ path: file, migrations: counterMigrations });
  expect(db.prepare('SELECT count(*) AS n FROM counter').get()?.['n']).toBe(1);
  expect(db.prepare('SELECT count(*) AS n FROM outbox').get()?.['n']).toBe(0);
  db.close();
});
