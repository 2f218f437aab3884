import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@numscope/adapters/sqlite';
import { tokenKeyFile } from '@numscope/mains';
import { hasSealedSecrets, movingUsers } from '@numscope/users/store/move-up';
import { checkpointKeyFile } from '../data-folder/files.ts';

const AS_BEFORE = 'the file that it was set to before';

const fileOr = (file: string): string => (existsSync(file) ? `${file}, or to a copy of it` : AS_BEFORE);

function areSecretsSealed(from: string): boolean {
  const db = openDatabase({ path: join(from, movingUsers.file), migrations: [], readOnly: true });
  try {
    return hasSealedSecrets(db);
  } finally {
    db.close();
  }
}

/** What a move does not carry and the services need all the same, each in a sentence with its setting. */
export function keysToBring(from: string): string[] {
  return [
    `Set AUTH_PRIVATE_KEY of auth, and of nobody else, to ${fileOr(tokenKeyFile(from))}: then nobody has to log in again.`,
    `Set AUDIT_CHECKPOINT_KEY of audit, and of nobody else, to ${fileOr(join(from, checkpointKeyFile))}: the checkpoints so far are signed by it.`,
    ...(areSecretsSealed(from)
      ? [
          `Set SECOND_FACTOR_KEY of users, and of nobody else, to ${AS_BEFORE}, or add its lines to the file there: without it nobody who has a second factor can log in.`,
        ]
      : []),
  ];
}
