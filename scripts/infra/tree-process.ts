import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { drop } from '../../e2e/src/product/distributed-engines.ts';
import { engineSettings } from '../../e2e/src/product/engine-settings.ts';
import { freePort } from '../../e2e/src/product/installation.ts';
import { keyFiles, makeKeys } from '../../packages/mains/src/keys/make-keys.ts';
import type { ServiceName } from '../../packages/contracts/src/index.ts';

export const COMMAND = ['service/src/main.ts'];
const LOOK_MS = 200;
const START_MS = 90_000;
const END_MS = 30_000;

/**
 * Runs a command of an image without settings and with a wrong one. @returns what is not as it should be; null: nothing
 */
export function listsItsFaults(
  tree: string,
  command: readonly string[],
  faults: readonly string[],
  code: number,
): string | null {
  const { PATH } = process.env;
  const env = { PATH, BUS_URL: 'nonsense', PORT: '8080' };
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: tree,
    env,
    encoding: 'utf8',
    timeout: START_MS,
  });
  const said = stdout + stderr;
  if (status !== code) return `it ended with ${status}: ${said}`;
  const untold = faults.filter((name) => !said.includes(name));
  if (untold.length > 0) return `it says nothing of ${untold.join(', ')}: ${said}`;
  return /^\s+at /m.test(said) ? `it shows where in the code it stopped: ${said}` : null;
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}

/**
 * Starts these services from their trees in `folder`, together, on engines. @returns what is not as it should be; null:
 * nothing
 */
export async function startsAndEnds(folder: string, services: readonly ServiceName[]): Promise<string | null> {
  const { PATH } = process.env;
  const keys = join(folder, 'keys');
  makeKeys(keys);
  const ports = new Map<ServiceName, number>();
  for (const service of services) ports.set(service, await freePort());
  const addresses = Object.fromEntries(
    [...ports].map(([service, port]) => [`${service.toUpperCase()}_URL`, `http://127.0.0.1:${port}`]),
  );
  const all = [...ports].map(([service, port]) => {
    const ownKeys = {
      ...(service === 'auth' ? { AUTH_PRIVATE_KEY: keyFiles.token(keys) } : {}),
      ...(service === 'audit' ? { AUDIT_CHECKPOINT_KEY: keyFiles.checkpoints(keys) } : {}),
      SERVICE_KEY: keyFiles.own(keys, service),
      SERVICE_KEYS: keyFiles.all(keys),
    };
    const env = { PATH, ...engineSettings(folder), ...addresses, PORT: String(port), ...ownKeys };
    const child = spawn(process.execPath, COMMAND, {
      cwd: join(folder, service),
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    return { service, port, child, over: once(child, 'exit'), said: () => said };
  });
  try {
    for (const until = performance.now() + START_MS; ; await wait(LOOK_MS)) {
      const ready = await Promise.all(all.map(({ port }) => isReady(port)));
      if (ready.every(Boolean)) break;
      const late = all.filter((_one, index) => !ready[index]);
      if (performance.now() > until || late.some(({ child }) => child.exitCode !== null))
        return late.map(({ service, said }) => `${service} is not ready: ${said().slice(-2000)}`).join('\n');
    }
    for (const { child } of all) child.kill('SIGTERM');
    const ended = await Promise.race([Promise.all(all.map(({ over }) => over)), wait(END_MS, null, { ref: false })]);
    const bad = all.filter(({ child }) => child.exitCode !== 0);
    if (ended === null || bad.length > 0)
      return bad
        .map(({ service, child, said }) => `${service} ended with ${child.exitCode}: ${said().slice(-2000)}`)
        .join('\n');
    return null;
  } finally {
    for (const { child } of all) if (child.exitCode === null) child.kill('SIGKILL');
    await Promise.all(all.map(({ over }) => over));
    await drop(folder);
  }
}
