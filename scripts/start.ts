// `npm start`: becomes the one process of the product, so that no launcher stays in memory beside it.
import { dirname, join } from 'node:path';
import beginning from '../standalone/process.json' with { type: 'json' };
import { compileCache, root } from './steps.ts';

const node = process.execPath;
if (!process.execve) throw new Error('a process cannot become another on this system; begin standalone/src/main.ts');
process.execve(node, [node, ...beginning.flags, join(root, 'standalone/src/main.ts'), ...process.argv.slice(2)], {
  ...beginning.env,
  ...process.env,
  PATH: `${dirname(node)}:${process.env['PATH'] ?? ''}`,
  NODE_COMPILE_CACHE: compileCache,
});
