// Before the product starts: builds the console if it changed, and then fills the compile cache. The product itself
// runs in a process that did none of this: the compilers' memory would stay with it for as long as it serves.
import { buildConsole, stale } from './build.ts';

if ((await stale()).size > 0) {
  await buildConsole();
  const { warmUp } = await import('./warm-up.ts');
  await warmUp();
}
