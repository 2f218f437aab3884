// `npm run audit -- verify`: proves the audit trail by its hashes and its signed checkpoints, of an installation that
// runs or not.
import '../services/audit/src/audit.ts';
