// `npm run move-up -- --from ./data`: carries an installation of one process into the engines that BUS_URL, STORE_URL,
// SEARCH_URL and BLOB_URL name. Ends with 0 when all of it is there. Stopped or killed, the same words go on where it
// was.
import { createLogger, reasonOf, SettingsError } from '../packages/platform/src/index.ts';
import { keepFilesPrivate, say } from '../packages/mains/src/index.ts';
import { keysToBring, moveUp, optionsFrom } from '../standalone/src/move-up/index.ts';

keepFilesPrivate();
try {
  const options = optionsFrom(process.argv.slice(2), process.env);
  const isThere = await moveUp(options, createLogger('move-up', options.logLevel), say);
  if (isThere) for (const told of keysToBring(options.from)) say(told);
  process.exit(isThere ? 0 : 1);
} catch (error) {
  say(
    error instanceof SettingsError
      ? error.message
      : `The move has not ended: ${reasonOf(error)}. The same command goes on with it.`,
  );
  process.exit(1);
}
