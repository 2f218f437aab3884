import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openDatabase } from '@numscope/adapters/sqlite';
import { tempDir } from '@numscope/testing';
import { movingUsers } from '@numscope/users/store/move-up';
import { keysToBring } from '../src/move-up/index.ts';

let dir: ReturnType<typeof tempDir>;
beforeEach(() => void (dir = tempDir()));
afterEach(() => dir.remove());

function makeUsers(...secrets: Array<string | null>): void {
  const db = openDatabase({ path: join(dir.path, movingUsers.file), migrations: movingUsers.migrations });
  const add = db.prepare(
    `INSERT INTO user (id, user_name, password_hash, roles, modules, created_at, revision, factor_secret)
       VALUES (?, ?, '', '[]', '[]', 1, 1, ?)`,
  );
  secrets.forEach((secret, n) => void add.run(String(n), `user${n}`, secret));
  db.close();
}

it('names the key of the second factors where a secret is sealed by it, and where the keys of the folder lie', () => {
  makeUsers(null, 'open:JBSWY3DP', 'sealed:0123456789abcdef:c2VhbGVk');
  for (const name of ['token-key.pem', 'audit-key.pem']) writeFileSync(join(dir.path, name), '');
  expect(keysToBring(dir.path)).toEqual([
    expect.stringMatching(`^Set AUTH_PRIVATE_KEY .* to ${dir.path}/token-key.pem, or to a copy of it: `),
    expect.stringMatching(`^Set AUDIT_CHECKPOINT_KEY .* to ${dir.path}/audit-key.pem, or to a copy of it: `),
    expect.stringMatching('^Set SECOND_FACTOR_KEY of users, .* to the file that it was set to before'),
  ]);
});

it('does not name it where none is, and says of keys that lie elsewhere to name them as before', () => {
  makeUsers(null, 'open:JBSWY3DP');
  expect(keysToBring(dir.path)).toEqual([
    expect.stringMatching('^Set AUTH_PRIVATE_KEY .* to the file that it was set to before'),
    expect.stringMatching('^Set AUDIT_CHECKPOINT_KEY .* to the file that it was set to before'),
  ]);
});
