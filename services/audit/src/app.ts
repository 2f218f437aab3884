import { type Consumer, createServiceApp, finishApp, type Service } from '@numscope/platform';
import { Checkpointer } from './checkpoints/checkpointer.ts';
import { measureCheckpoints } from './checkpoints/measure-checkpoints.ts';
import { RetentionTurns } from './checkpoints/retention-turns.ts';
import { consumeAuditLogged } from './consumers/audit-logged.ts';
import type { AuditContext, AuditDeps } from './deps.ts';
import { syslogShipper } from './shipping/syslog-shipper.ts';
import { addAuditRoutes } from './routes/audit.routes.ts';

/** Keeps who did what, chained by hash and signed from time to time, and lets it be searched. */
export async function createAuditService(deps: AuditDeps): Promise<Service> {
  const { kit, bus, store, signer, settings } = deps;
  const app = createServiceApp(kit);
  const checkpointer = new Checkpointer({ store, bus, signer, clock: kit.clock, log: kit.log, ...settings });
  const context: AuditContext = { ...deps, checkpointer };
  measureCheckpoints(kit, checkpointer);
  const retention = new RetentionTurns(context);
  const shipper = settings.syslog && syslogShipper(settings.syslog, store, kit);
  let consumer: Consumer | undefined;

  addAuditRoutes(app, context, retention);
  const finished = await finishApp('audit', app, { records: () => store.check(), bus: () => bus.check() });

  return {
    ...finished,
    async start() {
      await checkpointer.start();
      consumer = await consumeAuditLogged(context, () => shipper?.wake());
      shipper?.wake();
      retention.start();
    },
    async close() {
      await consumer?.close();
      await shipper?.close();
      await retention.close();
      await checkpointer.close();
      await app.close();
      await store.close();
    },
  };
}
