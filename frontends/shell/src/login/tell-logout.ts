import { ApiFailure } from '@numscope/client';
import { callApi } from '@numscope/ui';

/**
 * Ends the session on the server.
 * @throws ApiFailure when that was not done
 */
export async function tellLogout(username: string): Promise<void> {
  try {
    await callApi('logout', { params: { username } }, { quiet: true });
  } catch (error) {
    // A token that the server no longer takes is as good as logged out.
    if (error instanceof ApiFailure && (error.status === 401 || error.status === 403)) return;
    throw error;
  }
}
