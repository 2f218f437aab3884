import { run } from './run.ts';

/** As far as it was read it is written, and nobody is left to tell the rest to: `numscope ... | head`. */
process.stderr.on('error', () => process.exit(1));
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') process.stderr.write(`The answer cannot be written: ${message}\n`);
  process.exit(1);
});

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  out: process.stdout,
  err: process.stderr,
});
