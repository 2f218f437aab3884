// `npm run make-keys`, and the same within an image: `node packages/mains/src/make-keys.ts --to FOLDER`.
import { makeKeysCommand } from './keys/key-commands.ts';

process.exitCode = makeKeysCommand(process.argv.slice(2));
