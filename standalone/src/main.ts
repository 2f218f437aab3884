import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { keepFilesPrivate, openFolderWarning } from '@numscope/mains/private-files';
import { say, showAdministrator } from '@numscope/mains/terminal';
import { createLogger, onUnforeseen, reasonOf, SettingsError } from '@numscope/platform';
import { startStandalone } from './compose.ts';
import { type Settings, settingsFrom } from './settings.ts';

const tell = (error: unknown): void =>
  say(error instanceof SettingsError ? error.message : `Numscope could not start: ${reasonOf(error)}`);

function readSettings(): Settings {
  try {
    return settingsFrom(process.env);
  } catch (error) {
    tell(error);
    process.exit(1);
  }
}

// The new space of process.json is for this thread alone: the others have limits of their own, which a flag would overrule.
setFlagsFromString('--max-semi-space-size=0');
keepFilesPrivate();
const settings = readSettings();
const log = createLogger('numscope', settings.logLevel);
onUnforeseen(log);

const warning = openFolderWarning(settings.dataDir);
if (warning !== null) {
  log.warn(warning);
  say(warning);
}

try {
  const standalone = await startStandalone(settings, {
    log,
    env: process.env,
    showOnce: showAdministrator,
  });
  standalone.shutdown.onSignals();
  // At once, so that the start after a kill is as quick and small as after an end in order.
  flushCompileCache();
  say(`Numscope is ready at ${standalone.url}`);
} catch (error) {
  tell(error);
  log.flush(() => process.exit(1));
}
