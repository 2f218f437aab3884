import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsoleSettings } from '@numscope/contracts';
import { consoleSettings, createTestKit, stubClient, type StubClient, type TestKit } from '@numscope/testing';
import { createGateway, type Gateway } from '../src/app.ts';
import type { EdgeLimits } from '../src/edge/limits.ts';
import { type FakeServices, fakeServices } from './fake-backends.ts';

export interface Setup {
  test: TestKit;
  services: FakeServices;
  client: StubClient;
  gateway: Gateway;
  /** http://127.0.0.1:port */
  url: string;
  close(): Promise<void>;
}

/** With a name that would end a block of a page. */
export const shownSettings: ConsoleSettings = { ...consoleSettings, provider: 'Ours </script><!-- & co' };

function consoleOn(disk: string): string {
  const dist = join(disk, 'frontends', 'shell', 'dist');
  mkdirSync(dist, { recursive: true });
  writeFileSync(
    join(dist, 'index.html'),
    '<!doctype html><head><meta name="csp-nonce" content="__CSP_NONCE__"></head><style nonce="__CSP_NONCE__"></style>' +
      '<script type="application/json" id="settings">__SETTINGS__</script>',
  );
  writeFileSync(join(dist, 'main.0123456789.js'), 'plain');
  writeFileSync(join(dist, 'main.0123456789.js.br'), 'not really brotli');
  writeFileSync(join(dist, 'remoteEntry.js'), 'entry');
  const jobs = join(disk, 'frontends', 'jobs-mfe', 'dist');
  mkdirSync(jobs, { recursive: true });
  writeFileSync(join(dist, 'preloads.json'), '{"boot":["b.js","b.css"],"login":["l.js"],"console":["c.js"]}');
  writeFileSync(join(jobs, 'preloads.json'), '{"remote":["remoteEntry.js"]}');
  return join(disk, 'frontends');
}

/** A gateway on a free port before small services. */
export async function setUp(
  options: {
    rateLimit?: number;
    costlyPerMinute?: number;
    ready?: boolean;
    overHttp?: boolean;
    metricsFrom?: string[];
    securityContacts?: string[];
    trustedProxies?: string[];
    edge?: Partial<EdgeLimits>;
    sourceLookMs?: number;
    faceLookMs?: number;
    activityMs?: number;
    /** Its folder is one whose disk is looked at. */
    dataFolder?: boolean;
  } = {},
): Promise<Setup> {
  const test = await createTestKit('gateway');
  const services = await fakeServices(test.kit, options.overHttp);
  const client = stubClient();
  const gateway = await createGateway({
    kit: { ...test.kit, trustedProxies: options.trustedProxies ?? [] },
    bus: test.bus,
    client,
    backends: services.backends,
    settings: {
      rateLimit: options.rateLimit ?? 100_000,
      costlyPerMinute: options.costlyPerMinute ?? 100_000,
      metricsFrom: options.metricsFrom ?? [],
      securityContacts: options.securityContacts ?? [],
      ...(options.edge ? { edge: options.edge } : {}),
      ...(options.sourceLookMs ? { sourceLookMs: options.sourceLookMs } : {}),
      ...(options.faceLookMs ? { faceLookMs: options.faceLookMs } : {}),
      ...(options.activityMs ? { tellsActivity: true, activityMs: options.activityMs } : {}),
      ...(options.dataFolder ? { dataFolder: test.dir } : {}),
      console: shownSettings,
      consoleDir: consoleOn(test.dir),
    },
    metrics: () => test.kit.metrics.registry.metrics(),
  });
  const url = await gateway.app.listen({ host: '127.0.0.1', port: 0 });
  if (options.ready ?? true) gateway.setReady();
  return {
    test,
    services,
    client,
    gateway,
    url,
    async close() {
      await gateway.close();
      await services.close();
      await test.close();
    },
  };
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
