import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@numscope/platform';
import type { BoundSources } from '../config/load-sources-file.ts';
import type { AskedSource } from '../config/source-config.ts';
import type { Connector } from '../connectors/connector.port.ts';
import { memorySubmissions } from '../connectors/http/submissions.memory.ts';
import { connectorOf } from '../connectors/connectors.ts';
import { openDatasetStore } from '../store/datasets/index.ts';

export interface OpenSource {
  config: AskedSource;
  connector: Connector;
  close(): Promise<void>;
}

/** One source by itself, with no server around it; what it imports goes when it is closed. Null: it is not bound. */
export async function openSource(bound: BoundSources, name: string): Promise<OpenSource | null> {
  const asked = bound.asked.find((one) => one.name === name);
  if (!asked) return null;
  const { config } = asked;
  const folder = config.connector === 'dataset' ? mkdtempSync(join(tmpdir(), 'numscope-source-')) : null;
  const datasets = folder === null ? null : await openDatasetStore({ dataDir: folder });
  const { proxies, secrets } = bound;
  const log = createLogger('source', 'warn');
  const connector = await connectorOf(name, config, {
    proxies,
    secrets,
    datasets,
    submissions: memorySubmissions(),
    log,
    now: Date.now,
  });
  await connector.start();
  return {
    config,
    connector,
    async close() {
      await connector.close();
      await datasets?.close();
      if (folder !== null) rmSync(folder, { recursive: true });
    },
  };
}
