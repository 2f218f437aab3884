import type { Connection } from 'mongoose';
import type { Carried } from './carrying.ts';

/** Documents by the collection that they go into. */
export const byCollection = (documents: readonly Carried[]): Map<string, Carried[]> =>
  Map.groupBy(documents, ({ into }) => into);

/** Once more does no harm: each document takes the place of itself. */
export async function writeCarried(connection: Connection, documents: readonly Carried[]): Promise<void> {
  for (const [into, some] of byCollection(documents)) {
    const operations = some.map(({ document: { _id, ...replacement } }) => ({
      replaceOne: { filter: { _id }, replacement, upsert: true },
    }));
    await connection.collection<Pick<Carried['document'], '_id'>>(into).bulkWrite(operations, { ordered: false });
  }
}
