import { apiError, calls, type SourceInfo } from '@numscope/contracts';
import { type AuditScope, route, takenEvents } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { AskingContext } from '../asking/context.ts';
import { endWaiting } from '../commands/end-waiting.ts';
import { setPaused } from '../commands/pause-source.ts';
import { testSource } from '../commands/test-source.ts';
import { presentSource, presentSources } from '../presenters/source-info.ts';

export function addSourceRoutes(app: FastifyInstance, context: AskingContext, changed: () => void): void {
  const known = (name: string): SourceInfo => {
    const info = presentSource(name, context);
    if (info === null) throw apiError('NOT_FOUND');
    return info;
  };

  const change = async (name: string, by: string | null, audit: AuditScope): Promise<SourceInfo> => {
    known(name);
    await setPaused(context, name, by, takenEvents(audit));
    changed();
    return known(name);
  };

  route(app, calls.listSources, async () => {
    await context.peers?.hear();
    return presentSources(context);
  });
  route(app, calls.getSource, async ({ params }) => {
    await context.peers?.hear();
    return known(params.name);
  });
  route(app, calls.testSource, ({ params, body }) => {
    known(params.name);
    return testSource(context, params.name, body);
  });
  route(app, calls.pauseSource, ({ params, userName, audit }) => change(params.name, userName, audit));
  route(app, calls.endWaiting, async ({ params, userName, audit }) => {
    known(params.name);
    await endWaiting(context, params.name, userName, takenEvents(audit));
    changed();
    return known(params.name);
  });
  route(app, calls.resumeSource, ({ params, audit }) => change(params.name, null, audit));
}
