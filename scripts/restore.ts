// `npm run restore -- --from FOLDER`: brings a backup into an empty DATA_DIR, after all of it was read and compared:
// of several the newest, or with --at TIME the newest that is not of after it; --key FILE where it is encrypted. Where
// STORE_URL names MongoDB, into the empty engines of the distributed way, with --replace into those that are not. Stopped
// or killed, the same words go on. Ends with 0 when it is restored, with 2 when it was asked wrongly.
import { asksForHelp, keepFilesPrivate, say } from '../packages/mains/src/index.ts';
import { createLogger, reasonOf, SettingsError } from '../packages/platform/src/index.ts';
import {
  identitiesFrom,
  restore,
  RESTORE_USAGE,
  restoreEngines,
  restoreOptions,
} from '../standalone/src/backup/index.ts';

keepFilesPrivate();
try {
  const words = process.argv.slice(2);
  if (asksForHelp(words)) {
    console.log(RESTORE_USAGE);
    process.exit(0);
  }
  const options = restoreOptions(words, process.env);
  const { folder, at, keyFile } = options;
  const identities = keyFile === null ? null : identitiesFrom(keyFile);
  if (options.way === 'folder') {
    const { moment, version } = await restore(folder, options.dataDir, say, { at, identities });
    say(`${options.dataDir} holds the state of ${moment}, written by version ${version}. Start the product on it.`);
  } else {
    const { addresses, replace } = options;
    const log = createLogger('restore', 'error');
    const { moment, version } = await restoreEngines(addresses, folder, { at, identities, replace }, log, say);
    say(
      `The engines hold the state of ${moment}, written by version ${version}. Make the search index anew by "npm run rebuild-index" ("node service/src/rebuild.ts" within the image of profiles) with STORE_URL and SEARCH_URL; then start the services.`,
    );
  }
  process.exit(0);
} catch (error) {
  say(error instanceof SettingsError ? error.message : `It is not restored: ${reasonOf(error)}`);
  // Of words and settings that are wrong, a folder or a key among them, before anything was done.
  process.exit(error instanceof SettingsError ? 2 : 1);
}
