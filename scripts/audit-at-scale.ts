// `node scripts/run.mjs audit-at-scale [ENTRIES] [FOLDER]`: writes a trail of a million entries with a checkpoint after
// each thousand, into a folder of its own, or with STORE_URL into that database; then times the command that proves it,
// and twenty of each of several searches by text, with SEARCH_URL through Elasticsearch. The trail is left, and its folder
// is printed; with that folder the same trail is measured again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listeningPid } from '../bench/src/listening-pid.ts';
import { endedChildrenMs, processorMs } from '../bench/src/process-use.ts';
import { elasticOf, openRecords } from '../packages/mains/src/engines.ts';
import { distributedSettings, storeAddress } from '../packages/mains/src/read-settings.ts';
import { createLogger, generateSigningKey } from '../packages/platform/src/index.ts';
import { CheckpointFile } from '../services/audit/src/checkpoints/checkpoint-file.ts';
import { checkpointSigner } from '../services/audit/src/checkpoints/keys.ts';
import { openElasticTexts } from '../services/audit/src/store/elastic/audit-texts.ts';
import { openAuditMongoStore } from '../services/audit/src/store/mongo/index.ts';
import { type AuditStore, openAuditStore } from '../services/audit/src/store/sqlite/index.ts';
import { timeOf } from './audit-at-scale/entries.ts';
import { fillMongo } from './audit-at-scale/fill-mongo.ts';
import { fillStore } from './audit-at-scale/fill-store.ts';
import type { Filling } from './audit-at-scale/filling.ts';
import { searchesOf, timed } from './audit-at-scale/searches.ts';
import { root } from './steps.ts';

const EVERY = 1000;
const RUNS = 20;
const DEFAULT_MONGO_PORT = 27_017;

const entries = Number(process.argv[2] ?? 1_000_000);
const before = process.argv[3];
const dir = before ?? mkdtempSync(join(tmpdir(), 'audit-at-scale-'));
const folder = join(dir, 'audit-checkpoints');
const key = join(dir, 'audit-key.pem');
const at = storeAddress(process.env);
const search = at && process.env['SEARCH_URL'] ? distributedSettings(['SEARCH_URL'], process.env).SEARCH_URL : null;
const log = createLogger('audit-at-scale', 'silent');
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
const since = (begun: number): string => seconds(performance.now() - begun);

const openStore = async (): Promise<AuditStore> =>
  at === null
    ? openAuditStore({ dataDir: dir })
    : openAuditMongoStore(await openRecords(at, 'audit', log), {
        log,
        texts: search && openElasticTexts(elasticOf(search)),
      });

async function fill(): Promise<void> {
  const pem = generateSigningKey();
  writeFileSync(key, pem, { mode: 0o600 });
  const signer = checkpointSigner(pem);
  const file = await CheckpointFile.open(folder);
  const filling: Filling = {
    entries,
    checkpoint: ({ seq, hash }) =>
      seq % EVERY > 0
        ? null
        : signer.sign({ number: seq / EVERY, seq, hash, count: seq, begins: null, at: timeOf(seq) }),
    keep: (checkpoints) => file.append(checkpoints),
  };
  if (at === null) {
    const store = await openStore();
    await fillStore(store, filling);
    await store.close();
  } else {
    const connection = await openRecords(at, 'audit', log);
    const texts = search && openElasticTexts(elasticOf(search));
    await fillMongo(connection, filling, texts);
    await texts?.close();
    await connection.close();
  }
  await file.close();
}

/** What MongoDB has used of the processor, where it is a process of this machine; else null. */
function engineMs(): number | null {
  const pid = at && listeningPid(Number(/:(\d+)/.exec(new URL(at.url).host)?.[1] ?? DEFAULT_MONGO_PORT));
  return pid ? processorMs(pid) : null;
}

async function prove(): Promise<void> {
  const begun = performance.now();
  const [own, engine] = [endedChildrenMs(), engineMs()];
  const command = spawn(
    process.execPath,
    ['services/audit/src/audit.ts', 'verify', ...(at ? [] : [dir]), '--checkpoints', folder, '--public-key', key],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const [code] = await once(command, 'exit');
  const beside = engine === null ? '' : `, MongoDB beside it ${seconds((engineMs() ?? Number.NaN) - engine)}`;
  say(
    `proven with code ${code} in ${since(begun)}: the command took ${seconds(endedChildrenMs() - own)} of processor${beside}`,
  );
}

if (before === undefined || !existsSync(key)) {
  const begun = performance.now();
  await fill();
  say(`${entries} entries written in ${since(begun)}; the checkpoints and their key are in ${dir}`);
}
await prove();

const store = await openStore();
for (const one of searchesOf(entries)) say(await timed(store, one, RUNS));
const asking = performance.now();
const named = await store.ofPhone('998900012345', 1000);
say(`a number: ${named.length} entries that name it in ${since(asking)}`);
await store.close();
