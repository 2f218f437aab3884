import { BACKGROUND_HEADER } from '@numscope/contracts';
import type { Clock } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { Activity } from './activity.ts';

/**
 * Notes each call of somebody signed in as a use of the login, but for those that a page says it made by itself while
 * nobody was there: else an open page would keep its login for ever. An open websocket is no use either.
 */
export function noteUses(app: FastifyInstance, activity: Activity, clock: Clock): void {
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.identity && request.headers[BACKGROUND_HEADER] === undefined)
      activity.note(request.identity, clock.now());
    done();
  });
}
