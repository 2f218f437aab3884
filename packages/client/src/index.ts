// What is sent and answered, by its name.
export type * from '@numscope/contracts';
export * from './api-failure.ts';
export * from './backoff.ts';
export * from './call-types.ts';
export * from './client-messages.ts';
export * from './client-options.ts';
export * from './client.ts';
export * from './exported-profiles.ts';
export * from './log-in.ts';
export * from './pages.ts';
export { requestOf } from './request-of.ts';
export { SocketLine, UNAUTHORIZED } from './socket-line.ts';
