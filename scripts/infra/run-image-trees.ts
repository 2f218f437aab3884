import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layOut } from './image-tree.ts';
import { type Finding, skipped } from './tools.ts';
import { listsItsFaults, startsAndEnds } from './tree-process.ts';

const engines = ['TEST_KAFKA_BROKERS', 'TEST_MONGODB_URL', 'TEST_ELASTICSEARCH_URL', 'TEST_S3_URL'];

const found = (what: string, fault: string | null): Finding =>
  fault === null ? { what, result: 'right' } : { what, result: 'wrong', why: fault };

/**
 * The commands of the images, run here: installing as they do, starting as they do, with wrong settings and with right
 * ones.
 */
export async function runImageTrees(): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'numscope-image-'));
  const findings: Finding[] = [];
  try {
    for (const service of ['users', 'auth']) {
      const tree = join(folder, service);
      const code = await layOut(service, tree);
      findings.push(
        found(`image of ${service}: installs from the lockfile`, code === 0 ? null : `pnpm ended with ${code}`),
      );
      if (code !== 0) continue;
      findings.push(
        found(`image of ${service}: lists what is wrong with its settings and ends with 1`, await listsItsFaults(tree)),
      );
    }
    if (findings.some(({ result }) => result === 'wrong')) return findings;
    const what = 'images of users and auth: ready on the engines, and end in order';
    const missing = engines.filter((name) => !process.env[name]);
    findings.push(
      missing.length > 0
        ? skipped(what, `${missing.join(', ')} not set`)
        : found(what, await startsAndEnds(folder, ['users', 'auth'])),
    );
    return findings;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
