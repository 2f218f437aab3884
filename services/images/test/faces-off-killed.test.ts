import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createImagesService } from '../src/app.ts';
import { builtInModel } from '../src/faces/built-in-model.ts';
import { openImageStore } from '../src/store/sqlite/index.ts';
import { setUp } from './setup.ts';
import { png } from './pictures.ts';
import { quickEncoder } from './quick-encoder.ts';

// About the file of the single process: an engine overwrites what was removed in its own time.
process.env['NUMSCOPE_TEST_STORE'] = 'sqlite';

it('overwrites the vectors at the next start when it ended after it had removed them', async () => {
  const setup = await setUp(null);
  const { dir } = setup.test;
  const { id: imageId } = await setup.store(await png());
  const [seen] = await quickEncoder({ threads: 1 }).encode(Buffer.from('picture'));
  if (!seen) throw new Error('no face was seen');
  const vector = Buffer.from(seen.vector.buffer);
  const inFiles = (): boolean =>
    readdirSync(dir)
      .filter((name) => name.startsWith('images.sqlite'))
      .some((name) => readFileSync(join(dir, name)).includes(vector));
  const { store } = setup.deps;
  const face = { ...seen, id: `${imageId}.0`, imageId, model: builtInModel.id };
  await store.faces.keep(imageId, builtInModel.id, [face], Date.now(), []);
  await setup.service.close();

  /** A start with faces turned off. */
  const start = async (scrub: (overwrite: () => Promise<void>) => Promise<void>) => {
    const records = await openImageStore({ dataDir: dir });
    const service = await createImagesService({
      ...setup.deps,
      store: { ...records, scrub: () => scrub(records.scrub) },
    });
    await service.start();
    return { faces: records.faces, close: service.close };
  };

  // This one ends where it would begin to overwrite.
  const reached = Promise.withResolvers<void>();
  const ended = await start(async () => {
    reached.resolve();
    throw new Error('the process ends here');
  });
  await reached.promise;
  const left = { faces: (await ended.faces.counts(builtInModel.id)).faces, marked: await ended.faces.needsScrub() };
  await ended.close();
  expect({ ...left, inFiles: inFiles() }).toEqual({ faces: 0, marked: true, inFiles: true });

  const overwritten = Promise.withResolvers<void>();
  const next = await start(async (overwrite) => {
    await overwrite();
    overwritten.resolve();
  });
  await overwritten.promise;
  expect({ marked: await next.faces.needsScrub(), inFiles: inFiles() }).toEqual({ marked: false, inFiles: false });
  await next.close();

  // Nothing is left to be overwritten: the start after that does not write the file anew.
  let scrubs = 0;
  const last = await start(async () => void scrubs++);
  await last.close();
  expect(scrubs).toBe(0);
  await setup.blobs.close();
  await setup.test.close();
});
