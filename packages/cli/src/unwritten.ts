/**
 * Ends the process where what it writes goes nowhere. As far as it was read it is written, and nobody is left to tell the
 * rest to: `numscope ... | head`. Why else it cannot be written is said.
 */
export function endUnwritten(): void {
  process.stderr.on('error', () => process.exit(1));
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') process.stderr.write(`The answer cannot be written: ${message}\n`);
    process.exit(1);
  });
}
