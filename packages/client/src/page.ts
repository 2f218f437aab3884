// What a page of the console takes of the client, in the place of `index.ts`: one shared module, of which nothing is left out because
// nobody imports it.
export type * from './index.ts';
export { ApiFailure } from './api-failure.ts';
export { backoffMs } from './backoff.ts';
export { clientMessages } from './client-messages.ts';
export { Client } from './client.ts';
export { SocketLine, UNAUTHORIZED } from './socket-line.ts';
