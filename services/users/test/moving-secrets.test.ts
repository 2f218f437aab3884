import { expect, it } from '@jest/globals';
import { openDatabase } from '@numscope/adapters/sqlite';
import { SealedSecrets } from '../src/second-factor/sealed-secrets.ts';
import { hasSealedSecrets, movingUsers } from '../src/store/move-up.ts';

it.each([
  ['sealed', [Buffer.alloc(32, 1)], true],
  ['kept as it is', [], false],
])('tells of a secret that is %s whether a key is needed to read it', (_what, keys, isSealed) => {
  const db = openDatabase({ path: ':memory:', migrations: movingUsers.migrations });
  expect(hasSealedSecrets(db)).toBe(false);
  db.prepare(
    `INSERT INTO user (id, user_name, password_hash, roles, modules, created_at, revision, factor_secret)
       VALUES ('1', 'ann', '', '[]', '[]', 1, 1, ?)`,
  ).run(new SealedSecrets(keys).seal('JBSWY3DP', '1'));
  expect(hasSealedSecrets(db)).toBe(isSealed);
  db.close();
});
