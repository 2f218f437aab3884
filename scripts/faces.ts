// `npm run faces -- count`: how far the stored pictures are looked at for faces. `npm run faces -- look`: forgets what
// was seen, so that the service looks at every picture again. On STORE_URL beside the running services, or on DATA_DIR
// of a product that is stopped; with the product's FACE_MODEL.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { say, storeAddress } from '../packages/mains/src/index.ts';
import { createLogger, reasonOf, SettingsError } from '../packages/platform/src/index.ts';
import { builtInModel } from '../services/images/src/faces/built-in-model.ts';
import { readOwnModel } from '../services/images/src/faces/own-model.ts';
import { type ImageStore, openImageStore } from '../services/images/src/store/sqlite/index.ts';
import { lockDataDir } from '../standalone/src/data-dir.ts';

const AT_ONCE = 500;

async function openStore(): Promise<ImageStore> {
  const at = storeAddress(process.env);
  if (at === null) {
    const dataDir = resolve(process.env['DATA_DIR'] || './data');
    // Both below would make what is not there, and tell of no pictures where a name is mistyped.
    if (!existsSync(join(dataDir, 'images.sqlite')))
      throw new SettingsError([`DATA_DIR: ${dataDir} holds no installation`]);
    const lock = lockDataDir(dataDir);
    process.on('exit', () => lock.release());
    return openImageStore({ dataDir });
  }
  const log = createLogger('faces', 'silent');
  const [{ openRecords }, { openImageMongoStore }] = await Promise.all([
    import('../packages/mains/src/engines.ts'),
    import('../services/images/src/store/mongo/index.ts'),
  ]);
  return openImageMongoStore(await openRecords(at, 'images', log), { log });
}

async function lookAgain({ idsAfter, faces }: ImageStore): Promise<void> {
  let pictures = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const ids: string[] = await idsAfter(after, Number.MAX_SAFE_INTEGER, AT_ONCE);
    await faces.dropOf(ids);
    pictures += ids.length;
    after = ids.at(-1);
  }
  say(`${pictures} pictures are looked at again, as soon as the product runs with FACES=true.`);
}

async function count({ faces }: ImageStore): Promise<void> {
  const { FACE_MODEL: folder } = process.env;
  const { id } = folder ? (await readOwnModel(folder)).model : builtInModel;
  const { looked, waiting, failed, faces: found } = await faces.counts(id);
  say(`${looked} pictures looked at, ${found} faces on them; ${waiting} waiting; ${failed} could not be looked at.`);
}

const tasks: ReadonlyMap<string, (store: ImageStore) => Promise<void>> = new Map([
  ['look', lookAgain],
  ['count', count],
]);
const task = tasks.get(process.argv[2] ?? '');
try {
  if (!task) throw new Error('say "count" or "look": npm run faces -- count');
  const store = await openStore();
  await task(store);
  await store.close();
  process.exit(0);
} catch (error) {
  say(reasonOf(error));
  process.exit(1);
}
