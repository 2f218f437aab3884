import { basename } from 'node:path';
import { testEngine } from '@numscope/testing/test-engine';

/** One name for all that an installation keeps in shared engines, from its folder's. */
export const nameOf = (dataDir: string): string =>
  basename(dataDir)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '');

export const kafkaPrefix = (dataDir: string): string => `${nameOf(dataDir)}.`;
export const indexPrefix = (dataDir: string): string => `${nameOf(dataDir)}-`;

/** The settings that put an installation onto the engines, apart from all others there. */
export function engineSettings(dataDir: string): Record<string, string> {
  const name = nameOf(dataDir);
  return {
    BUS_URL: `kafka://${testEngine('kafka')}?prefix=${kafkaPrefix(dataDir)}`,
    STORE_URL: `${testEngine('mongodb')}/${name}`,
    SEARCH_URL: `${testEngine('elasticsearch')}?prefix=${indexPrefix(dataDir)}`,
    BLOB_URL: `${testEngine('s3')}/${name}`,
  };
}
