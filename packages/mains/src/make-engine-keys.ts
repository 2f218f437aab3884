// `npm run make-engine-keys`, and the same within an image: `node packages/mains/src/make-engine-keys.ts --to FOLDER`.
import { makeEngineKeysCommand } from './keys/key-commands.ts';

process.exitCode = await makeEngineKeysCommand(process.argv.slice(2));
