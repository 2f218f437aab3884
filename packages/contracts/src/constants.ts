// What the contracts say without a schema. A page that shows only this, as the login before anybody types, loads neither the
// schemas nor zod: it imports from here by this file's own path.
export * from './text/end-slashes.ts';
export * from './limits.ts';
export * from './lists.ts';
export * from './text/match-path.ts';
export * from './messages.ts';
export * from './screens.ts';
