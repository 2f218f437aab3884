// `npm run rotate-token-key`, and the same within an image: `node packages/mains/src/rotate-token-key.ts --file FILE`.
import { rotateTokenKeyCommand } from './keys/key-commands.ts';

process.exitCode = rotateTokenKeyCommand(process.argv.slice(2), process.env);
