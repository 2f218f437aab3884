import { type Consumer, createServiceApp, finishApp, type Service } from '@numscope/platform';
import { consumeAuditLogged } from './consumers/audit-logged.ts';
import type { AuditDeps } from './deps.ts';
import { addAuditRoutes } from './routes/audit.routes.ts';

/** Keeps who did what, chained by hash, and lets it be searched. */
export async function createAuditService(deps: AuditDeps): Promise<Service> {
  const { kit, bus, store } = deps;
  const app = createServiceApp(kit);
  let consumer: Consumer | undefined;

  addAuditRoutes(app, deps);
  const finished = await finishApp('audit', app, { records: () => store.check(), bus: () => bus.check() });

  return {
    ...finished,
    async start() {
      consumer = await consumeAuditLogged(deps);
    },
    async close() {
      await consumer?.close();
      await app.close();
      await store.close();
    },
  };
}
