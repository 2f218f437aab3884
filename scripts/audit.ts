// `npm run audit -- verify`: proves the audit trail by its hashes and its signed checkpoints, of an installation that
// runs or not.
import { say } from '../packages/mains/src/index.ts';
import { runAuditCommand } from '../services/audit/src/command/audit-command.ts';
import { endWith } from '../services/audit/src/command/end-with.ts';

const code = await runAuditCommand(process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: say,
});
endWith(code);
