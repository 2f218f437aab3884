// `npm run source -- try NAME --phone P`, `npm run source -- prove [PRESET]`: sources of the sources file, tried with no
// server. What it prints is meant for people, or for programs with --json.
import { say } from '../packages/mains/src/index.ts';
import { endUnwritten } from '../packages/mains/src/end-unwritten.ts';
import { runSourceCommand } from '../services/sources/src/workbench/source-command.ts';

endUnwritten();
process.exitCode = await runSourceCommand(process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: say,
});
