import { Client } from './client.ts';

/**
 * A client of somebody who logs in by name and password, until the token ends (`SESSION_HOURS`). Programs that run
 * longer take an API key.
 * @throws ApiFailure BAD_CREDENTIALS, TOO_MANY_REQUESTS
 */
export async function logIn(url: string, username: string, password: string): Promise<Client> {
  const { accessToken } = await new Client({ url }).call('login', { body: { username, password } });
  return new Client({ url, bearer: () => accessToken });
}
