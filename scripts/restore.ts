// `npm run restore -- --from FOLDER`: brings a backup into an empty DATA_DIR, after all of it was read and compared:
// of several the newest, or with --at TIME the newest that is not of after it; --key FILE where it is encrypted. Stopped or killed, the same words go on.
import { keepFilesPrivate, say } from '../packages/mains/src/index.ts';
import { reasonOf, SettingsError } from '../packages/platform/src/index.ts';
import { identitiesFrom, restore, restoreOptions } from '../standalone/src/backup/index.ts';

keepFilesPrivate();
try {
  const { dataDir, folder, at, keyFile } = restoreOptions(process.argv.slice(2), process.env);
  const identities = keyFile === null ? null : identitiesFrom(keyFile);
  const { moment, version } = await restore(folder, dataDir, say, { at, identities });
  say(`${dataDir} holds the state of ${moment}, written by version ${version}. Start the product on it.`);
  process.exit(0);
} catch (error) {
  say(error instanceof SettingsError ? error.message : `It is not restored: ${reasonOf(error)}`);
  process.exit(1);
}
