import { type Logger, reasonOf } from '@numscope/platform';
import * as z from 'zod';
import type { DatasetSource } from './dataset-source.ts';
import type { DatasetStore } from '../../store/datasets/dataset-store.port.ts';
import { type Connector, SourceFault } from '../connector.port.ts';
import { answerOfRows } from '../rows/answers-of-rows.ts';
import { importDataset } from './import-dataset.ts';

const BATCH = 100;
const Row = z.record(z.string(), z.unknown());

export interface DatasetConnectorOptions {
  name: string;
  config: DatasetSource;
  store: DatasetStore;
  log: Logger;
}

/** A file of the operator's own, imported once into a look-up table; whoever asks while it is being imported waits. */
export function createDatasetConnector({ name, config, store, log }: DatasetConnectorOptions): Connector {
  let ready: Promise<void> = Promise.reject(new Error('not started'));
  ready.catch(() => undefined);

  const begin = async (): Promise<void> => {
    const report = await importDataset(name, config, store);
    if (report) log.info({ source: name, ...report }, 'a dataset was imported');
  };

  return {
    batchSize: BATCH,
    async start() {
      ready = begin();
      ready.catch((error: unknown) =>
        log.error({ source: name, reason: reasonOf(error) }, 'a dataset could not be imported'),
      );
    },
    async ask(numbers) {
      try {
        await ready;
      } catch {
        throw new SourceFault('its file could not be imported');
      }
      const rows = Map.groupBy(
        await store.find(
          name,
          numbers.map(({ e164 }) => e164),
        ),
        ({ phone }) => phone,
      );
      return numbers.map(({ e164 }) =>
        answerOfRows(
          (rows.get(e164) ?? []).map(({ row }) => Row.parse(JSON.parse(row))),
          config,
        ),
      );
    },
    async fetchPhoto() {
      throw new SourceFault('a dataset has no photos');
    },
    async close() {
      await ready.catch(() => undefined);
    },
  };
}
