/**
 * Ends the process where what it writes goes nowhere. As far as it was read it is written, and nobody is left to tell the
 * rest to: `numscope ... | head`. Why else it cannot be written is said.
 * @param code the exit code, where 1 would say something else; the default is 1
 */
export function endUnwritten(code = 1): void {
  process.stderr.on('error', () => process.exit(code));
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.stderr.write(`The answer cannot be written: ${error.message}\n`);
    process.exit(code);
  });
}
