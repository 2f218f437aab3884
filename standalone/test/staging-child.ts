// Run as a child by staging.test.ts: makes a file in the staging of a backup and works there until it is ended.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withStaging } from '../src/backup/kept/staging.ts';

const [dataDir, fault] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('needs a folder of data');
await withStaging(dataDir, async (staging) => {
  mkdirSync(staging, { recursive: true });
  writeFileSync(join(staging, 'jobs.sqlite'), 'all of it, in clear text');
  process.stdout.write('working\n');
  if (fault !== undefined)
    setTimeout(() => {
      throw new Error(fault);
    }, 1);
  return new Promise(() => setInterval(() => undefined, 1000));
});
