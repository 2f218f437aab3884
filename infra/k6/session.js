// What all scripts share: where the installation is, and a token.
import http from 'k6/http';
import { fail } from 'k6';

export const baseUrl = __ENV.BASE_URL || 'http://localhost:8080';
const username = __ENV.ADMIN_USERNAME || 'admin';

/** Logs in; the answer of the call. */
export function logIn() {
  if (!__ENV.ADMIN_PASSWORD) fail('say the password of the administrator: -e ADMIN_PASSWORD=...');
  return http.post(`${baseUrl}/api/auth/login`, JSON.stringify({ username, password: __ENV.ADMIN_PASSWORD }), {
    headers: { 'content-type': 'application/json' },
    tags: { name: 'login' },
  });
}

/** A token for the whole run; for a script's `setup`. */
export function token() {
  const answer = logIn();
  if (answer.status !== 200) fail(`the login was refused: ${answer.status} ${answer.body}`);
  return answer.json('accessToken');
}

/** Options of a call with a token; `name` groups the calls of one kind in the report. */
export const as = (accessToken, name, headers = {}) => ({
  headers: { authorization: `Bearer ${accessToken}`, ...headers },
  tags: { name },
});

export const json = { 'content-type': 'application/json' };
