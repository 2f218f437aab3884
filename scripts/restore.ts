// `npm run restore -- --from FOLDER`: brings a backup into an empty DATA_DIR, after all of it was read and compared.
// Stopped or killed, the same words go on.
import { keepFilesPrivate, say } from '../packages/mains/src/index.ts';
import { reasonOf, SettingsError } from '../packages/platform/src/index.ts';
import { optionsFrom, restore } from '../standalone/src/backup/index.ts';

keepFilesPrivate();
try {
  const { dataDir, folder } = optionsFrom(['from'], process.argv.slice(2), process.env);
  const { moment, version } = await restore(folder, dataDir, say);
  say(`${dataDir} holds the state of ${moment}, written by version ${version}. Start the product on it.`);
  process.exit(0);
} catch (error) {
  say(error instanceof SettingsError ? error.message : `It is not restored: ${reasonOf(error)}`);
  process.exit(1);
}
