import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@numscope/platform';
import type { BoundSources } from '../config/load-sources-file.ts';
import type { AskedSource } from '../config/source-config.ts';
import type { Connector } from '../connectors/connector.port.ts';
import { memorySubmissions } from '../connectors/http/submissions.memory.ts';
import { type ConnectorParts, connectorOf } from '../connectors/connectors.ts';
import { openDatasetStore } from '../store/datasets/index.ts';

export interface OpenSource {
  config: AskedSource;
  connector: Connector;
  close(): Promise<void>;
}

/** A source of a sources file by itself, with no server around it. Null: it is not bound. */
export async function openSource(bound: BoundSources, name: string): Promise<OpenSource | null> {
  const asked = bound.asked.find((one) => one.name === name);
  return asked ? openAlone(name, asked.config, bound, { log: createLogger('source', 'warn'), now: Date.now }) : null;
}

/** One source by itself: nothing of it is kept, and what it imports goes when it is closed. */
export async function openAlone(
  name: string,
  config: AskedSource,
  { proxies, secrets }: Pick<BoundSources, 'proxies' | 'secrets'>,
  parts: Pick<ConnectorParts, 'log' | 'now' | 'lookup'>,
): Promise<OpenSource> {
  const folder = config.connector === 'dataset' ? mkdtempSync(join(tmpdir(), 'numscope-source-')) : null;
  const datasets = folder === null ? null : await openDatasetStore({ dataDir: folder });
  const connector = await connectorOf(name, config, {
    proxies,
    secrets,
    datasets,
    submissions: memorySubmissions(),
    ...parts,
  });
  const close = async (): Promise<void> => {
    await connector.close();
    await datasets?.close();
    if (folder !== null) rmSync(folder, { recursive: true });
  };
  try {
    await connector.start();
  } catch (error) {
    await close();
    throw error;
  }
  return { config, connector, close };
}
