// `npm run backup -- --to FOLDER`: writes a backup of the installation in DATA_DIR, which may be running, into a new
// folder. Stopped or killed, the same words go on. `npm run backup -- --check FOLDER`: reads a backup again and
// compares it with what it was. Ends with 0 when the backup is whole.
import { keepFilesPrivate, say } from '../packages/mains/src/index.ts';
import { reasonOf, SettingsError } from '../packages/platform/src/index.ts';
import { backUp, checkBackup, type Manifest, optionsFrom } from '../standalone/src/backup/index.ts';

const sizeOf = ({ databases, files, pictures }: Manifest): string =>
  `${((pictures.countBytes + [...databases, ...files].reduce((sum, { bytes }) => sum + bytes, 0)) / 1e6).toFixed(1)} MB`;

keepFilesPrivate();
try {
  const { action, dataDir, folder } = optionsFrom(['to', 'check'], process.argv.slice(2), process.env);
  const manifest = action === 'to' ? await backUp(dataDir, folder, say) : await checkBackup(folder);
  const { moment, pictures, audit, heldMs } = manifest;
  say(
    `The backup in ${folder} is whole: the state of ${moment}, ${sizeOf(manifest)}, ${pictures.count} files of pictures, ${audit.entries} entries of the audit.`,
  );
  if (action === 'to')
    say(
      `Its writers stood still for ${heldMs.toFixed(1)} ms. It holds the key of the tokens and all records: keep it as safe as the installation.`,
    );
  process.exit(0);
} catch (error) {
  say(error instanceof SettingsError ? error.message : `The backup is not there: ${reasonOf(error)}`);
  process.exit(1);
}
