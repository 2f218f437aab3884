// `npm run audit -- verify`, and the same within an image: `node service/src/audit.ts verify`. The service may run
// meanwhile.
import { endUnwritten } from '@numscope/mains/end-unwritten';
import { runAuditCommand } from './command/audit-command.ts';
import { endWith } from './command/end-with.ts';
import { NOTHING_PROVEN } from './command/options.ts';

/** In its own line, where a person watches. */
const showProgress = (text: string): void => void process.stderr.write(`\r\u001B[K${text}`);

// Where nobody reads on, nothing is said of the trail: it is not broken.
endUnwritten(NOTHING_PROVEN);
const code = await runAuditCommand(process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  ...(process.stderr.isTTY ? { progress: showProgress } : {}),
});
endWith(code);
