import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { auditEvent, AuditRecorder, createLogger } from '@numscope/platform';
import { RecordingBus } from '@numscope/testing';

const log = createLogger('audit', 'silent');
const entry = (details: string) =>
  auditEvent({
    actionType: 'PROFILE',
    createdTimestamp: 1,
    details,
    username: 'u',
    ip: '127.0.0.1',
    args: {},
    outcome: 'OK',
  });
const details = (bus: RecordingBus): string[] => bus.published('audit.logged').map((event) => event.data.details);

it('hands entries over by itself, in their order', async () => {
  const bus = new RecordingBus();
  const recorder = new AuditRecorder(bus, log);
  recorder.record(entry('a'));
  recorder.record(entry('b'));
  await bus.waitFor('audit.logged', (event) => event.data.details === 'b');
  expect(details(bus)).toEqual(['a', 'b']);
});

it('hands a full group over at once, and what is left when flushed', async () => {
  const bus = new RecordingBus();
  const recorder = new AuditRecorder(bus, log);
  for (let n = 0; n < 501; n++) recorder.record(entry(`e${n}`));
  await recorder.flush();
  expect(details(bus)).toEqual(Array.from({ length: 501 }, (_none, n) => `e${n}`));
});

it('loses nothing and keeps the order when the bus is away', async () => {
  const bus = new RecordingBus();
  const recorder = new AuditRecorder(bus, log);
  bus.failWith(new Error('no bus'));
  recorder.record(entry('a'));
  await recorder.flush();
  recorder.record(entry('b'));
  bus.failWith(null);
  await recorder.flush();
  expect(details(bus)).toEqual(['a', 'b']);
});

describe('while the bus is away', () => {
  let told: Array<{ entries: number; text: string }>;
  let bus: CountingBus;
  let recorder: AuditRecorder;
  beforeEach(() => {
    jest.useFakeTimers();
    told = [];
    bus = new CountingBus();
    bus.failWith(new Error('no bus'));
    const error = ({ entries }: { entries: number }, text: string): void => void told.push({ entries, text });
    recorder = new AuditRecorder(bus, Object.assign(createLogger('audit', 'silent'), { error }));
  });
  afterEach(() => void jest.useRealTimers());
  const lost = () => told.filter(({ text }) => text.includes('lost')).map(({ entries }) => entries);

  it('tries again each second, however many entries come', async () => {
    for (let n = 0; n < 2000; n++) {
      recorder.record(entry(`e${n}`));
      await Promise.resolve();
    }
    expect(bus.tries).toBe(1);
    await jest.advanceTimersByTimeAsync(999);
    expect(bus.tries).toBe(1);
    bus.failWith(null);
    await jest.advanceTimersByTimeAsync(1);
    expect(details(bus)).toEqual(Array.from({ length: 2000 }, (_none, n) => `e${n}`));
    expect(lost()).toEqual([]);
  });

  it('hands over by itself what came during the try that went well, and the next ones', async () => {
    recorder.record(entry('a'));
    await jest.advanceTimersByTimeAsync(250);
    bus.failWith(null);
    const answer = bus.hold();
    await jest.advanceTimersByTimeAsync(1000);
    recorder.record(entry('b'));
    answer();
    await jest.advanceTimersByTimeAsync(250);
    recorder.record(entry('c'));
    await jest.advanceTimersByTimeAsync(250);
    expect(details(bus)).toEqual(['a', 'b', 'c']);
  });

  it('keeps many entries, and tells how many more it lost', async () => {
    const one = entry('a');
    for (let n = 0; n < 100_003; n++) recorder.record(one);
    await jest.advanceTimersByTimeAsync(1000);
    expect(lost()).toEqual([3]);
    bus.failWith(null);
    await jest.advanceTimersByTimeAsync(1000);
    expect(bus.taken).toBe(100_000);
    recorder.record(one);
    await recorder.flush();
    expect(bus.taken).toBe(100_001);
    expect(lost()).toEqual([3]);
  });

  it('tries a thousand of them, however many wait, and the next when those were taken', async () => {
    for (let n = 0; n < 2500; n++) recorder.record(entry(`e${n}`));
    await jest.advanceTimersByTimeAsync(3000);
    expect(new Set(bus.sizes.slice(1))).toEqual(new Set([1000]));
    const tries = bus.sizes.length;
    bus.failWith(null);
    await jest.advanceTimersByTimeAsync(1000);
    expect(bus.sizes.slice(tries)).toEqual([1000, 1000, 500]);
    expect(details(bus)).toEqual(Array.from({ length: 2500 }, (_none, n) => `e${n}`));
  });

  it('keeps no more than memory has room for, of groups of refusals either', async () => {
    const large = { ...entry('a'), json: 'x'.repeat(1_000_000) };
    for (let n = 0; n < 70; n++) recorder.record(large);
    await jest.advanceTimersByTimeAsync(1000);
    expect(lost()).toEqual([6]);
    recorder.record({ ...large, json: 'x'.repeat(999_999) });
    const stranger = { createdTimestamp: 1, details: '', username: '', ip: '203.0.113.7', args: {} };
    for (let n = 0; n < 10; n++)
      recorder.recordCall({ ...stranger, actionType: 'PROFILE', outcome: 'UNAUTHORIZED' }, 'anyCall');
    const closed = recorder.close();
    await jest.advanceTimersByTimeAsync(15_000);
    await closed;
    // Then the one that is large, the first refusal and the group of the others; at the end all that waited.
    expect(lost()).toEqual([6, 3, 64]);
  });

  it('goes on at the end of the process until the bus is back', async () => {
    recorder.record(entry('a'));
    let isOver = false;
    const closed = recorder.close().then(() => (isOver = true));
    await jest.advanceTimersByTimeAsync(13_500);
    expect(isOver).toBe(false);
    bus.failWith(null);
    await jest.advanceTimersByTimeAsync(1000);
    await closed;
    expect(details(bus)).toEqual(['a']);
    expect(lost()).toEqual([]);
  });

  it('tells at the end of the process how much is lost, after 15 seconds', async () => {
    recorder.record(entry('a'));
    recorder.record(entry('b'));
    const closed = recorder.close();
    await jest.advanceTimersByTimeAsync(14_999);
    expect(lost()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    await closed;
    expect(lost()).toEqual([2]);
    const { tries } = bus;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(bus.tries).toBe(tries);
  });

  it('waits at the end for no bus that says nothing', async () => {
    bus.failWith(null);
    bus.hold();
    recorder.record(entry('a'));
    const closed = recorder.close();
    await jest.advanceTimersByTimeAsync(15_000);
    await closed;
    expect(lost()).toEqual([1]);
  });
});

/** Counts how often it was tried to publish, and keeps the next who tries waiting where a test wants that. */
class CountingBus extends RecordingBus {
  tries = 0;
  /** How many events there were in each try. */
  readonly sizes: number[] = [];
  /** Events that it took. */
  taken = 0;
  #held = Promise.resolve();

  /** @returns what has the bus answer */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    return resolve;
  }

  override async publish(events: Parameters<RecordingBus['publish']>[0]): Promise<void> {
    this.tries++;
    this.sizes.push(events.length);
    await this.#held;
    await super.publish(events);
    this.taken += events.length;
  }
}
