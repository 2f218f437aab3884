// `npm run move-up -- --from ./data`: carries an installation of one process into the engines that BUS_URL, STORE_URL,
// SEARCH_URL and BLOB_URL name. Ends with 0 when all of it is there. Stopped or killed, the same words go on where it
// was.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger, reasonOf, SettingsError } from '../packages/platform/src/index.ts';
import { keepFilesPrivate, say, tokenKeyFile } from '../packages/mains/src/index.ts';
import { checkpointKeyFile } from '../standalone/src/data-folder/files.ts';
import { moveUp, optionsFrom } from '../standalone/src/move-up/index.ts';

keepFilesPrivate();
try {
  const options = optionsFrom(process.argv.slice(2), process.env);
  const isThere = await moveUp(options, createLogger('move-up', options.logLevel), say);
  const made = tokenKeyFile(options.from);
  const key = existsSync(made) ? `${made}, or to a copy of it` : 'the file that it was set to before';
  if (isThere) say(`Set AUTH_PRIVATE_KEY of auth, and of nobody else, to ${key}: then nobody has to log in again.`);
  const signing = join(options.from, checkpointKeyFile);
  if (isThere)
    say(
      `Set AUDIT_CHECKPOINT_KEY of audit, and of nobody else, to ${existsSync(signing) ? `${signing}, or to a copy of it` : 'the file that it was set to before'}: the checkpoints so far are signed by it.`,
    );
  process.exit(isThere ? 0 : 1);
} catch (error) {
  say(
    error instanceof SettingsError
      ? error.message
      : `The move has not ended: ${reasonOf(error)}. The same command goes on with it.`,
  );
  process.exit(1);
}
