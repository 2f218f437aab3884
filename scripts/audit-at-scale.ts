// `node scripts/run.mjs audit-at-scale [ENTRIES]`: writes a trail of a million entries with a checkpoint after each
// thousand, into a folder of its own, or with STORE_URL into that database; then times the command that proves it, and
// searches by text, with SEARCH_URL through Elasticsearch. The trail is left, and where it is is printed.
import { elasticOf } from '../packages/mains/src/engines.ts';
import { distributedSettings, storeAddress } from '../packages/mains/src/settings.ts';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createLogger, generateSigningKey } from '../packages/platform/src/index.ts';
import { CheckpointFile } from '../services/audit/src/checkpoints/checkpoint-file.ts';
import { checkpointSigner } from '../services/audit/src/checkpoints/keys.ts';
import { readAuditFilter } from '../services/audit/src/domain/audit-filter.ts';
import type { AuditTexts } from '../services/audit/src/store/audit-texts.port.ts';
import { type AuditStore, openAuditStore } from '../services/audit/src/store/sqlite/index.ts';
import { root } from './steps.ts';

const BATCH = 500;
const EVERY = 1000;
const entries = Number(process.argv[2] ?? 1_000_000);
const at = storeAddress(process.env);
const search = at && process.env['SEARCH_URL'] ? distributedSettings(['SEARCH_URL'], process.env).SEARCH_URL : null;
const dir = mkdtempSync(join(tmpdir(), 'audit-at-scale-'));
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const since = (begun: number): string => `${((performance.now() - begun) / 1000).toFixed(2)} s`;

async function openTexts(): Promise<AuditTexts | null> {
  if (!search) return null;
  return (await import('../services/audit/src/store/elastic/audit-texts.ts')).openElasticTexts(elasticOf(search));
}

async function openStore(): Promise<AuditStore> {
  if (at === null) return openAuditStore({ dataDir: dir });
  const { openRecords } = await import('../packages/mains/src/engines.ts');
  const { openAuditMongoStore } = await import('../services/audit/src/store/mongo/index.ts');
  const log = createLogger('audit-at-scale', 'silent');
  return openAuditMongoStore(await openRecords(at, 'audit', log), { log, texts: await openTexts() });
}

const types = ['PROFILE', 'JOB', 'IMAGE', 'LOGIN', 'AUDIT'] as const;
const entry = (n: number) => ({
  id: `019a9f9c-${n.toString(16).padStart(8, '0')}`,
  actionType: types[n % types.length] ?? 'JOB',
  createdTimestamp: 1_795_000_000_000 + n * 50,
  details: n % 3 ? 'One profile' : 'Search profiles',
  username: `user${n % 200}`,
  userId: `id-of-user${n % 200}`,
  ip: `203.0.113.${n % 250}`,
  args: { phone: `+99890${String(n).padStart(7, '0')}`, filter: { names: [`Name ${n % 5000}`], page: n % 40 } },
  outcome: n % 50 ? 'OK' : 'NOT_FOUND',
});

async function fill(store: AuditStore, folder: string, pem: string): Promise<void> {
  const signer = checkpointSigner(pem);
  mkdirSync(folder);
  const file = await CheckpointFile.open(folder);
  for (let from = 0; from < entries; from += BATCH) {
    await store.append(Array.from({ length: Math.min(BATCH, entries - from) }, (_none, n) => entry(from + n)));
    const head = await store.head();
    if (!head || head.entries % EVERY > 0) continue;
    const { entries: seq, hash } = head;
    const number = seq / EVERY;
    const checkpoint = signer.sign({ number, seq, hash, count: seq, begins: null, at: 1_795_000_000_000 + seq * 50 });
    await store.keepCheckpoint(checkpoint);
    await file.append([checkpoint]);
  }
  await file.close();
}

const store = await openStore();
const folder = join(dir, 'audit-checkpoints');
const key = join(dir, 'audit-key.pem');
const pem = generateSigningKey();
writeFileSync(key, pem, { mode: 0o600 });
const filling = performance.now();
await fill(store, folder, pem);
say(`${entries} entries written in ${since(filling)}; the checkpoints and their key are in ${dir}`);

async function untilIndexed(texts: AuditTexts): Promise<void> {
  while ((await texts.place()) < ((await store.head())?.entries ?? 0)) await pause(500);
  await texts.close();
  say(`all of them are in the index of texts ${since(filling)} after the first was written`);
}
const texts = await openTexts();
if (texts) await untilIndexed(texts);

const proving = performance.now();
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  ['services/audit/src/audit.ts', 'verify', ...(at ? [] : [dir]), '--checkpoints', folder, '--public-key', key],
  { cwd: root, encoding: 'utf8', env: process.env },
);
say(`${stdout}${stderr}proven with code ${status} in ${since(proving)}`);

for (const text of ['90012345', 'name 4711', 'search profiles', 'nowhere to be found', 'profile', '"page":39', 'zq']) {
  const begun = performance.now();
  const query = readAuditFilter({ page: 0, size: 100, actionTypes: [], text }, null);
  const { total } = await store.search(query, 0, 100);
  say(`"${text}": ${total} found in ${since(begun)}`);
}
const asking = performance.now();
const named = await store.ofPhone('998900012345', 1000);
say(`a number: ${named.length} entries that name it in ${since(asking)}`);
await store.close();
