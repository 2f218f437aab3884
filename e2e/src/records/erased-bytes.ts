import { collectionsWith, indexHolds, objectBytes, topicHeads } from '../product/distributed-engines.ts';
import { isDistributed } from '../product/installation.ts';
import { filesWith, integerBytes, tablesWith } from './kept-bytes.ts';
import type { Product } from '../product/product.ts';

/** What may name an erased number: the audit with its events, and the certificate. */
const isEvidence = (place: string): boolean =>
  /^audit(?:\.sqlite)? |^profiles(?:\.sqlite)? erasures|^topic audit\.logged/.test(place);

async function enginesWith(dataDir: string, needles: readonly string[]): Promise<string[]> {
  const found = await collectionsWith(dataDir, needles);
  if ((await indexHolds(dataDir, needles, 'audit-')) > 0) found.push('the index');
  for (const [topic, heads] of await topicHeads(dataDir))
    for (const [key, value] of heads)
      for (const needle of needles) if (value?.includes(needle)) found.push(`topic ${topic}, at ${key}: ${needle}`);
  for (const [name, bytes] of await objectBytes(dataDir))
    for (const needle of needles) if (name.includes(needle) || bytes.includes(needle)) found.push(`${name}: ${needle}`);
  return found;
}

/**
 * Where an erased number or its content is found, running or not: in any file, table, collection, index, bucket, newest
 * record of a topic or line of output, but for the audit's act and the certificate.
 * @param content what nobody else has
 */
export async function leftOf(product: Product, digits: string, content: readonly string[]): Promise<string[]> {
  const { dataDir } = product;
  const needles = [digits, ...content];
  const printed = needles.filter((needle) => product.output().includes(needle)).map((needle) => `output: ${needle}`);
  if (isDistributed) return [...(await enginesWith(dataDir, needles)), ...printed].filter((one) => !isEvidence(one));
  return [
    ...tablesWith(dataDir, needles).filter((place) => !isEvidence(place)),
    ...filesWith(dataDir, content),
    // Those with the act itself: the audit, its events on the bus, and the certificate.
    ...filesWith(dataDir, [digits, integerBytes(digits)]).filter((one) => !/^(audit|bus|profiles)\.sqlite/.test(one)),
    ...printed,
  ];
}
