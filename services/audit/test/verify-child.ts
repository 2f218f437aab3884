// `audit verify` that waits for MongoDB as long as its argument says, in milliseconds.
import { runAuditCommand } from '../src/command/audit-command.ts';
import { endWith } from '../src/command/end-with.ts';

const code = await runAuditCommand(
  ['verify'],
  process.env,
  {
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void process.stderr.write(`${text}\n`),
  },
  Number(process.argv[2]),
);
endWith(code);
