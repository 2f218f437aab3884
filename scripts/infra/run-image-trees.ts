import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '../../packages/contracts/src/lists.ts';
import { layOut, type Stage } from './image-tree.ts';
import { type Finding, skipped } from './tools.ts';
import { COMMAND, listsItsFaults, startsAndEnds } from './tree-process.ts';

const engines = ['TEST_KAFKA_BROKERS', 'TEST_MONGODB_URL', 'TEST_ELASTICSEARCH_URL', 'TEST_S3_URL'];

interface Image extends Stage {
  name: string;
  command: readonly string[];
  /** What its command must name when it is given nothing but a wrong address of Kafka. */
  faults: readonly string[];
  /** What it ends with then: a command that is asked wrongly ends as a shell expects it. */
  code: 1 | 2;
}

const images: readonly Image[] = [
  ...serviceNames.map((service) => ({
    name: service,
    dockerfile: 'service.Dockerfile',
    stage: 'install',
    service,
    command: COMMAND,
    faults: ['BUS_URL', 'STORE_URL', 'SERVICE_KEY', 'SERVICE_KEYS'],
    code: 1 as const,
  })),
  {
    name: 'gateway',
    dockerfile: 'gateway.Dockerfile',
    stage: 'install',
    command: ['gateway/src/main.ts'],
    faults: ['BUS_URL', 'SERVICE_KEY', 'SERVICE_KEYS', 'JOBS_URL'],
    code: 1,
  },
  {
    name: 'commands',
    dockerfile: 'commands.Dockerfile',
    stage: 'install',
    command: ['scripts/backup.ts', '--to', 'backups'],
    faults: ['BUS_URL'],
    code: 2,
  },
];

const found = (what: string, fault: string | null): Finding =>
  fault === null ? { what, result: 'right' } : { what, result: 'wrong', why: fault };

/** The console of the gateway's image, built as the image does. */
async function buildConsole(tree: string): Promise<Finding> {
  const code = await layOut({ dockerfile: 'gateway.Dockerfile', stage: 'console' }, tree);
  const isThere = existsSync(join(tree, 'frontends/shell/dist/index.html'));
  const fault = code !== 0 ? `a command ended with ${code}` : isThere ? null : 'there is no page';
  return found('image of gateway: builds the console', fault);
}

/** Installed from the lockfile, its command says what is wrong with what it was told. */
async function runImage({ name, command, faults, code: wanted, ...stage }: Image, tree: string): Promise<Finding[]> {
  const code = await layOut(stage, tree);
  const installs = found(
    `image of ${name}: installs from the lockfile`,
    code === 0 ? null : `a command ended with ${code}`,
  );
  if (code !== 0) return [installs];
  const what = `image of ${name}: lists what is wrong with its settings and ends with ${wanted}`;
  return [installs, found(what, listsItsFaults(tree, command, faults, wanted))];
}

/**
 * The commands of the images, run here: installing and building as they do, starting as they do, with wrong settings and
 * with right ones.
 */
export async function runImageTrees(): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'numscope-image-'));
  const findings: Finding[] = [];
  try {
    for (const image of images) findings.push(...(await runImage(image, join(folder, image.name))));
    findings.push(await buildConsole(join(folder, 'console')));
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
