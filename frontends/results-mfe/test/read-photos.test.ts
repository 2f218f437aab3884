import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { photoReader } from '../src/features/export/read-photos.ts';

const real = globalThis.fetch;
/** The statuses that are answered one after the other, the last of them for good. */
let statuses: number[];
let asked: number;

beforeEach(() => {
  fakeBrowser();
  asked = 0;
  globalThis.fetch = async () => {
    const status = statuses[Math.min(asked++, statuses.length - 1)] ?? 200;
    if (status === 200) return new Response('picture');
    return Response.json({ statusCode: status, code: 'X', message: 'x', requestId: 'r' }, { status });
  };
});
afterEach(() => {
  globalThis.fetch = real;
});

const read = async (ids: number, signal = new AbortController().signal) => {
  const { photo, missing } = photoReader(() => 0);
  const photos: (string | null)[] = [];
  for (let n = 0; n < ids; n++) photos.push((await (await photo(`p${n}`, signal))?.text()) ?? null);
  return { photos, missing: missing(), asked };
};

it('asks again for a picture that cannot be loaded for now', async () => {
  statuses = [503, 429, 502, 200];
  expect(await read(2)).toEqual({ photos: ['picture', 'picture'], missing: 0, asked: 5 });
});

it('leaves out one that is gone, of which there is nothing to say', async () => {
  statuses = [404];
  expect(await read(2)).toEqual({ photos: [null, null], missing: 0, asked: 2 });
});

it('counts those that cannot be loaded, and is not long over them', async () => {
  statuses = [503];
  expect(await read(10)).toEqual({ photos: Array.from({ length: 10 }, () => null), missing: 10, asked: 4 + 9 });
});

it('counts what fails for good at once', async () => {
  statuses = [500, 200];
  expect(await read(2)).toEqual({ photos: [null, 'picture'], missing: 1, asked: 2 });
});

it('counts nothing once it is stopped', async () => {
  statuses = [503];
  expect(await read(1, AbortSignal.abort())).toMatchObject({ photos: [null], missing: 0 });
});
