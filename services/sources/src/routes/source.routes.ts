import { apiError, calls, type SourceInfo } from '@numscope/contracts';
import { type AuditScope, route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { Desk } from '../asking/desk.ts';
import { setPaused } from '../commands/pause-source.ts';
import { testSource } from '../commands/test-source.ts';
import { presentSource, presentSources } from '../presenters/source-info.ts';

export function addSourceRoutes(app: FastifyInstance, desk: Desk, changed: () => void): void {
  const known = (name: string): SourceInfo => {
    const info = presentSource(name, desk);
    if (info === null) throw apiError('NOT_FOUND');
    return info;
  };

  const change = async (name: string, by: string | null, audit: AuditScope): Promise<SourceInfo> => {
    known(name);
    const event = audit.take();
    await setPaused(desk, name, by, event ? [event] : []);
    changed();
    return known(name);
  };

  route(app, calls.listSources, async () => {
    await desk.fellows?.hear();
    return presentSources(desk);
  });
  route(app, calls.getSource, async ({ params }) => {
    await desk.fellows?.hear();
    return known(params.name);
  });
  route(app, calls.testSource, ({ params, body }) => {
    known(params.name);
    return testSource(desk, params.name, body?.phone);
  });
  route(app, calls.pauseSource, ({ params, userName, audit }) => change(params.name, userName, audit));
  route(app, calls.resumeSource, ({ params, audit }) => change(params.name, null, audit));
}
