import type { Client } from '@elastic/elasticsearch';
import { SettingsError, TransientError } from '@numscope/platform';
import { asked, RefusedError } from './elastic-faults.ts';

/** What is done with an index: it is made, dropped and given aliases; it is written; it is searched. */
const NEEDED = ['manage', 'read', 'write'] as const;

interface User {
  client: Client;
  /** The setting that says who it is. */
  setting: string;
}

/** Those that the user lacks; none where the cluster does not say, as one without security does not. */
async function lacking(client: Client, names: string): Promise<string[]> {
  const index = [{ names: [names], privileges: [...NEEDED] }];
  try {
    const { index: told } = await asked('asking for rights', () => client.security.hasPrivileges({ index }));
    const held = told[names];
    return held ? NEEDED.filter((right) => held[right] === false) : [];
  } catch (error) {
    if (error instanceof TransientError || (error instanceof RefusedError && error.status === 401)) throw error;
    return [];
  }
}

/**
 * Making an index takes other rights than writing to it and searching in it: without this a user that lacks some would
 * be noticed only by the work that stands still.
 * @param names a pattern of names of indices
 * @throws SettingsError that names the rights which the user has to be given; TransientError when the cluster does not
 *   answer
 */
export async function requireRights({ client, setting }: User, names: string): Promise<void> {
  const rights = await lacking(client, names);
  if (rights.length === 0) return;
  const told = `the engine knows the user and does not let it do what is needed; give it ${rights.join(', ')} on the indices ${names} there`;
  throw new SettingsError([`${setting}: ${told}`]);
}
