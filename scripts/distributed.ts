// `npm run distributed`: the gateway and each service as processes of this machine, on the engines that BUS_URL,
// STORE_URL, SEARCH_URL and BLOB_URL name. `-- --scale sources=2,jobs=2` runs several of some. What dies is begun
// again; SIGTERM, SIGINT and SIGHUP end all in order.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
// Each by its own file: this process stays for as long as the others, and needs neither their libraries nor engines.
import { makeServiceKeys } from '../packages/mains/src/keys/make-keys.ts';
import { makeTokenKey, openTokenKeys } from '../packages/mains/src/keys/token-key.ts';
import { keepFilesPrivate, openFolderWarning } from '../packages/mains/src/private-files.ts';
import { reasonOf } from '../packages/platform/src/errors.ts';
import { LineWriter } from '../packages/platform/src/runtime/line-writer.ts';
import { SettingsError } from '../packages/platform/src/runtime/settings.ts';
import { loadCheckpointSigner } from '../services/audit/src/checkpoints/keys.ts';
import { lockDataDir } from '../standalone/src/data-dir.ts';
import { KeptProcess } from './distributed/kept-process.ts';
import { endingOrder, type Plan, planFrom } from './distributed/plan.ts';

const LOOK_MS = 250;
/** How often an operator who waits is told what for. */
const TELL_MS = 20_000;

// A disk without room for what they say ends nothing.
const unread = new AbortController();
const noteUnread = (): void => unread.abort();
const err = new LineWriter(2, { unread: noteUnread });
const say = (text: string): void => err.write(`${text}\n`);
const failing = (error: Error): void =>
  say(`What the processes say cannot be written (${reasonOf(error)}). It is tried again each second.`);
const lost = (lines: number): void => out.write(`${lines} lines were dropped: for a while they could not be written\n`);
const out = new LineWriter(1, { failing, lost, unread: noteUnread });

/** Ends this process once its last words are read, or nobody has for a while. */
async function exit(code: number): Promise<never> {
  await Promise.all([out, err].map((each) => new Promise<void>((resolve) => each.flush(resolve))));
  process.exit(code);
}

async function prepare(): Promise<{ plan: Plan; lock: { release(): void } }> {
  try {
    const plan = await planFrom(process.argv.slice(2), process.env);
    const lock = lockDataDir(plan.dataDir);
    const warning = openFolderWarning(plan.dataDir);
    if (warning !== null) say(warning);
    // Those that were given have been looked at.
    if (!plan.tokenKey.given) {
      makeTokenKey(plan.tokenKey.file);
      openTokenKeys(plan.tokenKey.file);
    }
    makeServiceKeys(plan.serviceKeys);
    if (!plan.checkpointKey.given) {
      makeTokenKey(plan.checkpointKey.file);
      loadCheckpointSigner(plan.checkpointKey.file);
    }
    return { plan, lock };
  } catch (error) {
    say(error instanceof SettingsError ? error.message : `Numscope could not start: ${reasonOf(error)}`);
    return exit(1);
  }
}

keepFilesPrivate();
const { plan, lock } = await prepare();
const runDir = join(plan.dataDir, 'run');
rmSync(runDir, { recursive: true, force: true });
mkdirSync(runDir, { recursive: true });
const width = Math.max(...plan.processes.map(({ label }) => label.length));
const all = plan.processes.map(
  (process) => new KeptProcess(process, join(runDir, `${process.label}.pid`), { out, err, width }),
);

const stop = new AbortController();
async function end(code: number): Promise<void> {
  if (stop.signal.aborted) return;
  stop.abort();
  for (const name of endingOrder)
    await Promise.all(all.filter(({ plan }) => plan.name === name).map((kept) => kept.end()));
  lock.release();
  await exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));

for (const { label, url } of plan.processes) say(`${label.padEnd(width)}   ${url}`);
for (const kept of all) kept.begin();
// A terminal that was closed is told by a signal as well, a pipe that nobody reads by nothing else. No person asked for
// this end: whatever keeps this process shall begin it again.
if (unread.signal.aborted) void end(1);
else unread.signal.addEventListener('abort', () => void end(1));

const gateways = plan.processes.filter(({ name }) => name === 'gateway');
/** Why it is not up yet; empty: it is. */
async function missing(): Promise<string[]> {
  const reasons = (await Promise.all(all.map((kept) => kept.notReady()))).filter((reason) => reason !== null);
  if (reasons.length > 0) return reasons;
  const answers = gateways.map(async ({ label, url }) => {
    const { ok, status } = await fetch(`${url}/api/health-checker`, { signal: AbortSignal.timeout(5000) });
    return ok ? [] : [`${label} answers ${status} to /api/health-checker`];
  });
  return (await Promise.all(answers).catch((error: unknown) => [[reasonOf(error)]])).flat();
}

let toldAt = performance.now();
for (;;) {
  const isTimeToTell = performance.now() - toldAt > TELL_MS;
  // Each question costs this process more than its own start: none while it is known that the answer is no.
  const reasons = isTimeToTell || all.every(({ listens }) => listens) ? await missing() : null;
  if (stop.signal.aborted) break;
  if (reasons?.length === 0) {
    say(`Numscope is ready at ${gateways.map(({ url }) => url).join(' and ')}`);
    break;
  }
  if (isTimeToTell) {
    say(`Numscope is not ready yet: ${reasons?.join('; ')}`);
    toldAt = performance.now();
  }
  await wait(LOOK_MS);
}
