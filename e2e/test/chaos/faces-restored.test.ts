import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { Api } from '../../src/calls/api.ts';
import { runCommand } from '../../src/product/commands.ts';
import { ownFolders } from '../../src/product/own-folders.ts';
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
const newFolder = ownFolders();
let product: Product | undefined;
let provider: PortraitProvider;

afterEach(() => product?.stop('SIGKILL'));
afterAll(() => provider?.close());

/** How often a busy machine must be asked is not what this is about. */
const env = { FACE_SEARCHES_PER_HOUR: '10000' };

it(
  'finds by a picture after a restore what it found before; vectors are made of the records, as no backup has them',
  async () => {
    provider = await startPortraitProvider();
    const [dataDir, backup, restored] = [newFolder(), newFolder(), newFolder()];
    product = await startProduct({ dataDir, sources: provider.sources, embedded: true, env });
    const api = await Api.login(product.url);
    await lookUpPortraits(api);
    await api.call(calls.judgeSameFace, { params: { phone: A2 }, body: { phone: A2_AGAIN, verdict: 'SAME' } });
    const before = await toldFaces(api);

    const taken = await runCommand('backup', ['--to', backup], { DATA_DIR: dataDir });
    expect({ code: taken.code, printed: taken.printed }).toMatchObject({ code: 0 });
    await product.stop('SIGKILL');
    expect(existsSync(join(dataDir, 'faces'))).toBe(true);
    expect(existsSync(join(backup, 'data', 'faces'))).toBe(false);
    const ran = await runCommand('restore', ['--from', backup], { DATA_DIR: restored });
    expect({ code: ran.code, printed: ran.printed }).toMatchObject({ code: 0 });

    product = await startProduct({ dataDir: restored, sources: provider.sources, embedded: true, env });
    const again = await Api.login(product.url);
    expect(await toldFaces(again)).toEqual(before);
    expect(existsSync(join(restored, 'faces'))).toBe(true);
  },
  LIMIT_MS,
);
