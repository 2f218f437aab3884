import type { IncomingMessage } from 'node:http';
import { newId } from '@numscope/platform';

const requestIdPattern = /^[\w.:-]{1,128}$/;

/** Where a request keeps its id once it has one. */
const known = Symbol('request id');

/**
 * The caller's id for its request if it is a sane one, so that logs of both sides meet; else a new one. Whoever the
 * request is handed on to finds it among its headers.
 */
export function requestIdOf(raw: Pick<IncomingMessage, 'headers'> & { [known]?: string }): string {
  if (raw[known] !== undefined) return raw[known];
  const given = raw.headers['x-request-id'];
  const id = typeof given === 'string' && requestIdPattern.test(given) ? given : newId();
  raw.headers['x-request-id'] = id;
  raw[known] = id;
  return id;
}
