// `npm run backup -- --to FOLDER`: writes a backup of the installation in DATA_DIR, which may be running, into a new
// folder; with --incremental and --encrypt into a folder of several, of what has changed, for who has the key. Stopped or
// killed, the same words go on. `--check FOLDER` reads backups again and compares them with what they were; `--new-key
// FILE` makes a key. Where STORE_URL names MongoDB it is the distributed way that is backed up, out of its engines, always
// into a folder of several. Ends with 0 when the backup is whole, with 2 when it was asked wrongly.
import { existsSync, writeFileSync } from 'node:fs';
import { asksForHelp, keepFilesPrivate, say } from '../packages/mains/src/index.ts';
import { createLogger, reasonOf, SettingsError } from '../packages/platform/src/index.ts';
import {
  BACKUP_USAGE,
  backUp,
  backupOptions,
  checkBackup,
  checkEngines,
  checkKept,
  type EngineList,
  identitiesFrom,
  isRepository,
  keep,
  keepEngines,
  type Manifest,
  newKey,
  readHead,
  recipientsFrom,
} from '../standalone/src/backup/index.ts';

const safeFor = (recipients: readonly string[] | null): string =>
  recipients === null ? 'keep it as safe as the installation' : 'who has the private key can read it';

function tellOfEngines(folder: string, { moment, collections, pictures }: EngineList): void {
  const records = collections.reduce((sum, { documents }) => sum + documents, 0);
  say(
    `The backup in ${folder} is whole: the state of ${moment}, ${records} records, ${pictures.count} files of pictures.`,
  );
}

const sizeOf = ({ databases, files, pictures }: Manifest): string =>
  `${((pictures.countBytes + [...databases, ...files].reduce((sum, { bytes }) => sum + bytes, 0)) / 1e6).toFixed(1)} MB`;

function tell(folder: string, manifest: Manifest): void {
  const { moment, pictures, audit } = manifest;
  say(
    `The backup in ${folder} is whole: the state of ${moment}, ${sizeOf(manifest)}, ${pictures.count} files of pictures, ${audit.entries} entries of the audit.`,
  );
}

async function makeKey(file: string): Promise<void> {
  if (existsSync(file)) throw new SettingsError([`--new-key: ${file} is there already, and no key is overwritten`]);
  const { identity, recipient } = await newKey();
  writeFileSync(file, `# public key: ${recipient}\n${identity}\n`, { flag: 'wx', mode: 0o600 });
  say(
    `Made ${file}. Keep it where no backup lies: without it nothing encrypted comes back. Encrypt by:\n  --encrypt ${recipient}`,
  );
}

async function take(options: Extract<ReturnType<typeof backupOptions>, { action: 'to' }>): Promise<void> {
  const { dataDir, folder, incremental, encryptFor } = options;
  const recipients = encryptFor === null ? null : await recipientsFrom(encryptFor);
  const several = incremental || recipients !== null;
  const manifest = several
    ? (await keep(dataDir, folder, { incremental, recipients }, say)).manifest
    : await backUp(dataDir, folder, say);
  tell(folder, manifest);
  say(
    `Its writers stood still for ${manifest.heldMs.toFixed(1)} ms. It holds the key of the tokens and all records: ${safeFor(recipients)}.`,
  );
}

async function takeEngines(options: Extract<ReturnType<typeof backupOptions>, { action: 'engines-to' }>) {
  const { addresses, folder, encryptFor } = options;
  const recipients = encryptFor === null ? null : await recipientsFrom(encryptFor);
  const log = createLogger('backup', 'error');
  tellOfEngines(folder, await keepEngines(addresses, folder, { ...options, recipients }, log, say));
  say(`It holds all records and none of the keys, which are files of yours: ${safeFor(recipients)}.`);
}

async function check(folder: string, keyFile: string | null): Promise<void> {
  const identities = keyFile === null ? null : identitiesFrom(keyFile);
  if (!isRepository(folder)) tell(folder, await checkBackup(folder));
  else if (readHead(folder).of === 'engines') tellOfEngines(folder, await checkEngines(folder, identities, say));
  else tell(folder, await checkKept(folder, identities, say));
}

keepFilesPrivate();
let fault = 'The backup is not there';
try {
  const words = process.argv.slice(2);
  if (asksForHelp(words)) {
    console.log(BACKUP_USAGE);
    process.exit(0);
  }
  const options = backupOptions(words, process.env);
  if (options.action === 'new-key') await makeKey(options.file);
  else if (options.action === 'to') await take(options);
  else if (options.action === 'engines-to') await takeEngines(options);
  else {
    // Others in the folder may be whole, which is said of each.
    fault = 'Not all is as it was written';
    await check(options.folder, options.keyFile);
  }
  process.exit(0);
} catch (error) {
  say(error instanceof SettingsError ? error.message : `${fault}: ${reasonOf(error)}`);
  // Of words and settings that are wrong, a folder or a key among them, before anything was done.
  process.exit(error instanceof SettingsError ? 2 : 1);
}
