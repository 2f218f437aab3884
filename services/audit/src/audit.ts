// `npm run audit -- verify`, and the same within an image: `node service/src/audit.ts verify`. The service may run
// meanwhile.
import { runAuditCommand } from './command/audit-command.ts';

process.exitCode = await runAuditCommand(process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
});
