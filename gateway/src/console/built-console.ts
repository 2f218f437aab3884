import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../frontends', import.meta.url));

/** The folder of the console's parts if they are built, else null. */
export const builtConsole = (): string | null =>
  existsSync(join(folder, 'shell', 'dist', 'index.html')) ? folder : null;
