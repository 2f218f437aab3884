import { afterAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { Api } from '../../src/calls/api.ts';
import { dropDataDir, newDataDir } from '../../src/product/installation.ts';
import { beginMove } from '../../src/product/mover.ts';
import { lookUpPortraits, pictured, startPortraitProvider } from '../../src/providers/portrait-provider.ts';
import { type Product, startProduct } from '../../src/product/product.ts';
import { searchUntilFound } from '../../src/calls/search-by-picture.ts';

const LIMIT_MS = 600_000;
const dataDir = newDataDir();
let product: Product | undefined;
let provider: Awaited<ReturnType<typeof startPortraitProvider>>;

afterAll(async () => {
  await product?.discard();
  await provider?.close();
  if (!product) await dropDataDir(dataDir);
});

const start = (embedded: boolean): Promise<Product> =>
  startProduct({
    dataDir,
    embedded,
    sources: provider.sources,
    env: { FACE_SEARCHES_PER_HOUR: '10000' },
    twoOf: ['images'],
  });

it(
  'finds by a picture in the distributed way what it found in one process, without looking at any picture again',
  async () => {
    provider = await startPortraitProvider();
    product = await start(true);
    const api = await Api.login(product.url);
    await lookUpPortraits(api);
    const [a2 = '', other = ''] = Object.keys(pictured).filter((_phone, n) => n === 1 || n === 3);
    await api.call(calls.judgeSameFace, { params: { phone: a2 }, body: { phone: other, verdict: 'DIFFERENT' } });
    const before = { a: await searchUntilFound(api, 'a-1', 2), b: await searchUntilFound(api, 'b-1', 1) };
    const sameBefore = await api.call(calls.sameFace, { params: { phone: a2 } });
    await product.stop();
    product = undefined;

    const move = beginMove(dataDir);
    expect({ code: await move.ended, printed: move.printed() }).toMatchObject({ code: 0 });
    expect(move.printed()).not.toContain('DIFFERS');

    product = await start(false);
    const again = await Api.login(product.url);
    const { pictures, faces } = await again.call(calls.facesState);
    expect({ pictures, faces }).toEqual({ pictures: { looked: 3, waiting: 0, failed: 0 }, faces: 3 });
    expect(await searchUntilFound(again, 'a-1', 2)).toEqual(before.a);
    expect(await searchUntilFound(again, 'b-1', 1)).toEqual(before.b);
    expect(await again.call(calls.sameFace, { params: { phone: a2 } })).toEqual(sameBefore);
  },
  LIMIT_MS,
);
