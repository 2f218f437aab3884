import { hostname } from 'node:os';
import { readGauge, type ServiceKit } from '@numscope/platform';
import { Follower } from '../follower.ts';
import type { AuditStore } from '../store/audit-store.port.ts';
import { removedMessage, syslogMessage } from './syslog-message.ts';
import { sendBySyslog, type SyslogAddress } from './syslog-server.ts';

/** A connection's worth: so many come again where a connection is cut. */
const SLICE = 1000;
/** Entries of another instance's appends leave the machine, and what an ended instance sent is taken over, within this. */
const IDLE_MS = 2000;

/**
 * Sends every entry of the trail to a syslog server, in their order, from the first on that this server has not got. By
 * one instance at a time.
 */
export function syslogShipper(
  address: SyslogAddress,
  store: AuditStore,
  { log, metrics, clock }: ServiceKit,
): Follower {
  // Each server begins with the first entry.
  const name = `syslog ${new URL(address.url).host}`;
  const host = hostname();
  const behind = async (): Promise<number> => {
    const head = await store.head();
    return head ? Math.max(0, head.entries - Math.max(await store.place(name), head.begins.seq)) : 0;
  };
  readGauge(
    metrics.registry,
    {
      name: 'numscope_audit_syslog_lag',
      help: 'Entries of the audit trail that the syslog server (AUDIT_SYSLOG_URL) has not got yet',
      labelNames: [],
    },
    async () => [[{}, await behind()]],
  );
  return new Follower({
    head: () => store.head(),
    place: () => store.place(name),
    keepPlace: (seq) => store.keepPlace(name, seq),
    mayWork: () => store.ships(),
    async work(after, to) {
      const messages = (await store.rows(after, to)).map((row) => syslogMessage(row, host));
      const sent = await store.place(name);
      if (after > sent) {
        log.warn(
          { entries: after - sent, from: sent + 1, to: after },
          'the retention removed entries before syslog had them',
        );
        messages.unshift(removedMessage(sent + 1, after, host, clock.now()));
      }
      if (messages.length > 0) await sendBySyslog(address, messages);
    },
    slice: SLICE,
    idleMs: IDLE_MS,
    log,
    onFault: 'entries of the audit trail could not be sent to the syslog server; tried again soon',
  });
}
