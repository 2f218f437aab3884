import { ApiFailure, Client } from '@numscope/client';
import type { Session } from '@numscope/ui';

/**
 * Ends a session on the server that is over here already.
 * @throws ApiFailure when that was not done
 */
export async function tellLogout({ token, userName: username }: Session): Promise<void> {
  const client = new Client({ bearer: () => token });
  try {
    await client.call('logout', { params: { username } }, { keepalive: true });
  } catch (error) {
    // A token that the server no longer takes is as good as logged out.
    if (error instanceof ApiFailure && (error.status === 401 || error.status === 403)) return;
    throw error;
  }
}
