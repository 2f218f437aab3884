import { afterEach, expect, it, jest } from '@jest/globals';
import type { EventBus, LogReader, Reading } from '@numscope/platform';
import { EventStream } from '../src/events/event-stream.ts';
import { placesAfter } from '../src/events/event-id.ts';

const topic = 'profile.updated' as const;
const open = (stallMs = 1000): EventStream =>
  new EventStream({
    credential: { bearer: '', address: '' },
    topics: [topic],
    hidesJobs: false,
    log: 'log',
    from: [{ topic, partition: 0, offset: 5 }],
    stallMs,
  });
afterEach(() => void jest.useRealTimers());

it('lets a client stand behind what was erased, so that it is not too late when the log begins there', async () => {
  const stream = open();
  const readings: Reading[] = [];
  const reader: LogReader = { close: async () => undefined };
  const bus: Pick<EventBus, 'read'> = {
    async read(reading) {
      readings.push(reading);
      return reader;
    },
  };
  await stream.begin(bus);
  readings[0]?.passed?.({ topic, partition: 0, offset: 9 });
  stream.end();
  let text = '';
  for await (const piece of stream.body) text += String(piece);
  const ids = [...text.matchAll(/^id: (.*)$/gm)].map(([, id = '']) => id);
  expect(ids).toHaveLength(2);
  expect(text).not.toContain('data:');
  const extent = { log: 'log', partitions: [{ topic, partition: 0, start: 9, end: 12 }] };
  expect(() => placesAfter(ids[0] ?? '', extent)).toThrow(expect.objectContaining({ code: 'EVENT_ID_TOO_OLD' }));
  expect(placesAfter(ids[1] ?? '', extent)).toEqual([{ topic, partition: 0, offset: 9 }]);
});

it('has a heartbeat while it is open, and none where it could not be opened: nobody would stop it', async () => {
  jest.useFakeTimers();
  const beatOf = async ({ body }: EventStream): Promise<string | null> => {
    body.read();
    await jest.advanceTimersByTimeAsync(15_000);
    const beat: unknown = body.read();
    return beat === null ? null : String(beat);
  };
  const failing = open();
  await expect(failing.begin({ read: () => Promise.reject(new Error('away')) })).rejects.toThrow('away');
  expect(await beatOf(failing)).toBeNull();

  const stream = open();
  await stream.begin({ read: async () => ({ close: async () => undefined }) });
  expect(await beatOf(stream)).toBe(':\n\n');
  stream.end();
});

it('goes on for a client that takes slowly, and ends for one that takes nothing', async () => {
  const json = JSON.stringify({ text: 'x'.repeat(8000) });
  const events = Array.from({ length: 150 }, (_none, n) => ({ topic, partition: 0, offset: 5 + n, json }));
  const sentTo = async (stream: EventStream): Promise<number> => {
    await stream.begin({
      async read(reading) {
        void reading.take(events).then(() => stream.end());
        return { close: async () => undefined };
      },
    });
    await new Promise((resolve) => stream.body.once('close', resolve));
    return stream.sent;
  };

  const slow = open(300);
  slow.body.on('data', () => {
    slow.body.pause();
    setTimeout(() => slow.body.resume(), 20);
  });
  expect(await sentTo(slow)).toBe(events.length);

  expect(await sentTo(open(300))).toBeLessThan(events.length);
});
