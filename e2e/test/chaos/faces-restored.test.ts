import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { Api } from '../../src/calls/api.ts';
import { runCommand } from '../../src/product/commands.ts';
import { newDataDir } from '../../src/product/installation.ts';
import { lookUpPortraits, pictured, startPortraitProvider } from '../../src/providers/portrait-provider.ts';
import { type Product, startProduct } from '../../src/product/product.ts';
import { searchUntilFound } from '../../src/calls/search-by-picture.ts';

const LIMIT_MS = 600_000;
const folders: string[] = [];
let product: Product | undefined;
let provider: Awaited<ReturnType<typeof startPortraitProvider>>;

const newFolder = (): string => {
  const folder = newDataDir();
  folders.push(folder);
  return folder;
};

afterEach(() => product?.stop('SIGKILL'));
afterAll(async () => {
  await provider?.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

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
    const [a2 = '', other = ''] = Object.keys(pictured).filter((_phone, n) => n === 1 || n === 3);
    await api.call(calls.judgeSameFace, { params: { phone: a2 }, body: { phone: other, verdict: 'SAME' } });
    const before = { a: await searchUntilFound(api, 'a-1', 2), b: await searchUntilFound(api, 'b-1', 1) };
    const sameBefore = await api.call(calls.sameFace, { params: { phone: a2 } });

    const taken = await runCommand('backup', ['--to', backup], { DATA_DIR: dataDir });
    expect({ code: taken.code, printed: taken.printed }).toMatchObject({ code: 0 });
    await product.stop('SIGKILL');
    expect(existsSync(join(dataDir, 'faces'))).toBe(true);
    expect(existsSync(join(backup, 'data', 'faces'))).toBe(false);
    const ran = await runCommand('restore', ['--from', backup], { DATA_DIR: restored });
    expect({ code: ran.code, printed: ran.printed }).toMatchObject({ code: 0 });

    product = await startProduct({ dataDir: restored, sources: provider.sources, embedded: true, env });
    const again = await Api.login(product.url);
    expect(await searchUntilFound(again, 'a-1', 2)).toEqual(before.a);
    expect(await searchUntilFound(again, 'b-1', 1)).toEqual(before.b);
    expect(await again.call(calls.sameFace, { params: { phone: a2 } })).toEqual(sameBefore);
    expect(existsSync(join(restored, 'faces'))).toBe(true);
  },
  LIMIT_MS,
);
