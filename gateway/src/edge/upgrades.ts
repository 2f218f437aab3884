import type { IncomingMessage } from 'node:http';
import { requestPath } from '@numscope/platform';

export const SOCKET_PATH = '/api/mm-websocket';

/**
 * Whether a request asks for a websocket where there is one, for Node.js's `shouldUpgradeCallback`. Any other change of
 * the protocol is passed over, as HTTP has it: clients of HTTP/2 ask for `h2c` with each first request.
 */
export const mayUpgrade = ({ method, url = '/', headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.upgrade?.toLowerCase() === 'websocket' &&
  requestPath(url).split('?', 1)[0] === SOCKET_PATH;
