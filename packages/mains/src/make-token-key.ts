// Makes the key that signs tokens, for installations whose services share one: `node packages/mains/src/make-token-key.ts FOLDER` writes
// FOLDER/token-key.pem unless it is there. Every service and the gateway get it as AUTH_PRIVATE_KEY.
import { keepFilesPrivate } from './private-files.ts';
import { loadTokenKey } from './token-key.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('say in which folder the key shall be: make-token-key.ts FOLDER');
keepFilesPrivate();
loadTokenKey({ dataDir: folder, file: null });
