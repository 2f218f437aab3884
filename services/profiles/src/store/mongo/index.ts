import { type Connection, transientWhileAway } from '@numscope/adapters/mongo';
import { type ProfileMongoOptions, profileMongoStore } from './profile-store.ts';
import type { ProfileStore } from '../profile-store.port.ts';

/** Opens the profiles in a database that instances share. Closing them closes the connection. */
export async function openProfilesMongoStore(
  connection: Connection,
  options: ProfileMongoOptions,
): Promise<ProfileStore> {
  return transientWhileAway(await profileMongoStore(connection, options));
}
