import type { IncomingMessage } from 'node:http';
import { newId } from '@numscope/platform';

const requestIdPattern = /^[\w.:-]{1,128}$/;

/** The caller's id for its request if it is a sane one, so that logs of both sides meet; else a new one. */
export function requestIdOf(raw: Pick<IncomingMessage, 'headers'>): string {
  const given = raw.headers['x-request-id'];
  const id = typeof given === 'string' && requestIdPattern.test(given) ? given : newId();
  raw.headers['x-request-id'] = id;
  return id;
}
