import * as z from 'zod';
import { type Connector, type SourceAnswer, SourceFault } from '../connector.port.ts';
import { pictureOfData } from '../http/photo-address.ts';
import { answerOfRows } from '../rows/answers-of-rows.ts';
import { mappingProof } from '../rows/unmapped-rows.ts';
import { KeptDataset, type KeptDatasetOptions } from './kept-dataset.ts';

const BATCH = 100;
const TOO_MANY_ROWS: SourceAnswer = {
  status: 'FAILED',
  fields: null,
  message: 'its file has more rows of the number than are taken of one',
  kind: 'MAPPING',
};
const Row = z.record(z.string(), z.unknown());

/** A file of the operator's own, read into a look-up table; whoever asks before it was looked at for the first time waits. */
export function createDatasetConnector(options: KeptDatasetOptions): Connector {
  const { name, config, store } = options;
  const dataset = new KeptDataset(options);
  const proof = mappingProof(config, true);

  return {
    batchSize: BATCH,
    start: () => dataset.start(),
    get trouble() {
      return dataset.trouble;
    },
    async ask(numbers) {
      if (!(await dataset.ready()))
        throw new SourceFault(dataset.trouble?.message ?? 'its file could not be imported', { kind: 'MAPPING' });
      const phones = numbers.map(({ e164 }) => e164);
      return (await store.find(name, phones)).map(({ rows }) =>
        rows === null
          ? TOO_MANY_ROWS
          : answerOfRows(
              rows.map((row) => Row.parse(JSON.parse(row))),
              config,
              proof,
            ),
      );
    },
    fetchPhoto: async (reference) => pictureOfData(reference),
    close: () => dataset.close(),
  };
}
