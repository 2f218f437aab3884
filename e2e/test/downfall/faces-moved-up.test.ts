import { afterAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { Api } from '../../src/calls/api.ts';
import { dropDataDir, newDataDir } from '../../src/product/installation.ts';
import { beginMove } from '../../src/product/mover.ts';
import {
  A2,
  A2_AGAIN,
  lookUpPortraits,
  type PortraitProvider,
  startPortraitProvider,
} from '../../src/providers/portrait-provider.ts';
import { type Product, startProduct } from '../../src/product/product.ts';
import { toldFaces } from '../../src/records/told-faces.ts';

const LIMIT_MS = 600_000;
const dataDir = newDataDir();
let product: Product | undefined;
let provider: PortraitProvider;

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
    await api.call(calls.judgeSameFace, { params: { phone: A2 }, body: { phone: A2_AGAIN, verdict: 'DIFFERENT' } });
    const before = await toldFaces(api);
    await product.stop();
    product = undefined;

    const move = beginMove(dataDir);
    expect({ code: await move.ended, printed: move.printed() }).toMatchObject({ code: 0 });
    expect(move.printed()).not.toContain('DIFFERS');

    product = await start(false);
    const again = await Api.login(product.url);
    const { pictures, faces } = await again.call(calls.facesState);
    expect({ pictures, faces }).toEqual({ pictures: { looked: 3, waiting: 0, failed: 0 }, faces: 3 });
    expect(await toldFaces(again)).toEqual(before);
  },
  LIMIT_MS,
);
