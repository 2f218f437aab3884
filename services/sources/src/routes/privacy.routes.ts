import { calls, toPage } from '@numscope/contracts';
import { route, takenEvents } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { AskingContext } from '../asking/context.ts';
import { eraseNumber } from '../commands/erase-number.ts';
import { listNumbers, unlistNumber } from '../commands/change-list.ts';

/** The do-not-look-up list: read, added to, taken off. */
export function addPrivacyRoutes(app: FastifyInstance, context: AskingContext, changed: () => void): void {
  route(app, calls.listedNumbers, async ({ query: { page, size, text } }) => {
    const { entries, total } = await context.store.listed({ text, offset: page * size, limit: size });
    return toPage(entries, total, { page, size });
  });
  route(app, calls.listNumbers, async ({ body: { entries, reason }, userName, audit }) => {
    const answer = await listNumbers(context, { text: entries, reason, by: userName, events: takenEvents(audit) });
    changed();
    return answer;
  });
  route(app, calls.unlistNumber, async ({ query, audit }) => {
    await unlistNumber(context, query.entry, takenEvents(audit));
    changed();
  });
  route(app, calls.eraseFromSources, ({ body }) => eraseNumber(context, body.phone));
  route(app, calls.countOldObservations, ({ body }) => context.store.countOlder(body.before));
  route(app, calls.removeOldObservations, ({ body: { before, limit } }) => context.store.removeOlder(before, limit));
  route(app, calls.scrubSources, () => context.store.scrub());
}
