// Before the product starts: builds the console if it changed, and then fills the compile cache. The product itself
// runs in a process that did none of this: the compilers' memory would stay with it for as long as it serves.
import { reasonOf } from '../packages/platform/src/errors.ts';
import { buildConsole, stale } from './build.ts';

if ((await stale()).size > 0) {
  await buildConsole();
  const { warmUp } = await import('./warm-up.ts');
  // The product starts without it, too, only slower; and says itself where it does not.
  await warmUp().catch((error: unknown) =>
    process.stderr.write(`The first start takes longer, as the product was not tried before: ${reasonOf(error)}\n`),
  );
}
