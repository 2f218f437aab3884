// Imported by its path: the command needs nothing else of that package, and runs in the repository alone.
import { endUnwritten } from '../../mains/src/end-unwritten.ts';
import { run } from './run.ts';

endUnwritten();
process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  out: process.stdout,
  err: process.stderr,
});
