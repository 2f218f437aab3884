import { code } from '../../domain/phone-status.ts';
import { LONGEST_NUMBER } from '../phone-value.ts';
import { RESOLVED } from '../phone-result.ts';

/** Numbers come before texts, in SQLite too, and no text before the empty one. */
const overlong = (column: string): string => `${column} > ${LONGEST_NUMBER} AND ${column} < ''`;

const counted = (status: number): string =>
  `(SELECT COUNT(*) FROM phone WHERE job = part.job AND pass = part.pass AND status = ${status}
     AND phone >= CASE WHEN EXISTS (SELECT 1 FROM part other WHERE other.job = part.job AND other.first < part.first) THEN part.first ELSE -1 END
     AND phone < COALESCE((SELECT MIN(first) FROM part other WHERE other.job = part.job AND other.first > part.first), '~'))`;

/**
 * Takes numbers of more than 15 digits, which a version before held for valid, for what they are: texts that are no
 * number. No event can name them, and of 17 digits none can even be read. Their jobs wait for them: what was handed out
 * beside them was refused with them, so those that run begin their pass once more.
 */
export const settleOverlongNumbers = `
   CREATE TABLE overlong (job INTEGER PRIMARY KEY);
   INSERT OR IGNORE INTO overlong SELECT job FROM part
     WHERE EXISTS (SELECT 1 FROM phone WHERE phone.job = part.job AND phone.pass = part.pass AND ${overlong('phone.phone')});
   UPDATE phone SET status = ${code.PENDING}
     WHERE job IN (SELECT job FROM overlong) AND status = ${code.SENT} AND flags & ${RESOLVED} = 0;
   UPDATE OR REPLACE phone SET phone = '#' || phone, status = ${code.NOT_VALID}, flags = 0, sources = NULL
     WHERE job IN (SELECT job FROM overlong) AND ${overlong('phone')};
   UPDATE joining SET after = ${LONGEST_NUMBER} WHERE ${overlong('after')};
   UPDATE part SET first = '#' || first WHERE ${overlong('first')};
   UPDATE part SET pending = ${counted(code.PENDING)}, sent = ${counted(code.SENT)}, not_valid = ${counted(code.NOT_VALID)},
     found = ${counted(code.FOUND)}, not_found = ${counted(code.NOT_FOUND)}, failed = ${counted(code.FAILED)}, waiting = ${counted(code.WAITING)}
     WHERE job IN (SELECT job FROM overlong);
   UPDATE job SET status = 'SCHEDULED' WHERE key IN (SELECT job FROM overlong) AND status = 'IN_PROGRESS' AND main = 0;
   DROP TABLE overlong`;
