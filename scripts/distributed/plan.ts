import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { type ServiceName, serviceNames } from '../../packages/contracts/src/index.ts';
import { keyFiles } from '../../packages/mains/src/keys/make-keys.ts';
import { loadTokenKeys, tokenKeyFile } from '../../packages/mains/src/keys/token-key.ts';
import { addressName, addressNames, distributedSettings } from '../../packages/mains/src/read-settings.ts';
import { Distributed, type SettingName } from '../../packages/mains/src/settings.ts';
import { signInSettings } from '../../packages/mains/src/sign-in-settings.ts';
import { SettingsError, unlessFaulty } from '../../packages/platform/src/runtime/settings.ts';
import { loadCheckpointSigner } from '../../services/audit/src/checkpoints/keys.ts';
import { checkpointKeyFile, checkpointsFolder } from '../../standalone/src/data-folder/files.ts';
import { root } from '../steps.ts';

export type ProcessName = ServiceName | 'gateway';

/** One process of the distributed way on this machine. */
export interface PlannedProcess {
  name: ProcessName;
  /** `jobs-1`; counts from 1. */
  label: string;
  /** Where it answers, for as long as the run lasts. */
  url: string;
  main: string;
  /** Undefined: it is not given what this process has. */
  env: Record<string, string | undefined>;
}

export interface Plan {
  dataDir: string;
  /** The file with the keys that sign users' tokens, for auth alone; not given: it is made in the data folder. */
  tokenKey: { file: string; given: boolean };
  /** The folder with a key for each of the processes. */
  serviceKeys: string;
  /** The file of the key that signs the audit's checkpoints; not given: it is made in the data folder. */
  checkpointKey: { file: string; given: boolean };
  processes: PlannedProcess[];
}

/** Whoever takes calls ends before what is behind it, and what others ask before them. */
export const endingOrder: readonly ProcessName[] = [
  'gateway',
  'jobs',
  'sources',
  'profiles',
  'images',
  'auth',
  'users',
  'audit',
];

const MOST = 16;
const LOCAL = '127.0.0.1';

/** The addresses of the services, and the keys, are ours to say. */
const ours: readonly string[] = [
  ...addressNames,
  'AUTH_PRIVATE_KEY',
  'AUDIT_CHECKPOINT_KEY',
  'SERVICE_KEY',
  'SERVICE_KEYS',
];

/** All others are looked at before a process is begun: one that ends for a wrong setting would be begun again for ever. */
const names = (Object.keys(Distributed.shape) as SettingName[]).filter((name) => !ours.includes(name));

const isName = (text: string): text is ProcessName =>
  text === 'gateway' || (serviceNames as readonly string[]).includes(text);

/** How many of each, from `--scale sources=2,jobs=2`; one unless said. */
function scaleFrom(args: readonly string[], faults: string[]): Map<ProcessName, number> {
  const scale = new Map<ProcessName, number>(endingOrder.map((name) => [name, 1]));
  const form = `--scale: must look like --scale sources=2,jobs=2 with names of ${endingOrder.join(', ')} and numbers from 1 to ${MOST}`;
  for (let i = 0; i < args.length; i++) {
    const [option = '', inline] = (args[i] ?? '').split(/=(.*)/s);
    if (option !== '--scale') {
      faults.push(`${args[i]}: there is no such option; ${form.slice('--scale: must look like '.length)}`);
      continue;
    }
    for (const part of (inline ?? args[++i] ?? '').split(',')) {
      const [name = '', count = ''] = part.trim().split('=');
      const number = /^\d{1,2}$/.test(count) ? Number(count) : 0;
      if (!isName(name) || number < 1 || number > MOST)
        faults.push(`${form}; not so: ${part === '' ? 'nothing' : part}`);
      else scale.set(name, number);
    }
  }
  return scale;
}

/** Ports that nobody has now, and that are not promised to anybody: what was asked for may be among those the system lends. */
async function freePorts(count: number, promised: ReadonlySet<number>): Promise<number[]> {
  const servers = Array.from({ length: count + promised.size }, () => createServer().listen(0, LOCAL));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports.filter((port) => !promised.has(port)).slice(0, count);
}

/**
 * What to run, and where each answers. The first gateway has `PORT`, the next the one after it.
 * @throws SettingsError with all faults of the settings and the options
 */
export async function planFrom(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Plan> {
  const faults: string[] = [];
  const settings = unlessFaulty(faults, () => distributedSettings(names, env));
  const scale = scaleFrom(args, faults);
  if (settings !== null) unlessFaulty(faults, () => signInSettings(settings));
  const givenKey = env['AUTH_PRIVATE_KEY'] ? resolve(env['AUTH_PRIVATE_KEY']) : null;
  if (givenKey !== null) unlessFaulty(faults, () => loadTokenKeys(givenKey));
  const givenCheckpoints = env['AUDIT_CHECKPOINT_KEY'] ? resolve(env['AUDIT_CHECKPOINT_KEY']) : null;
  if (givenCheckpoints !== null) unlessFaulty(faults, () => loadCheckpointSigner(givenCheckpoints));
  if (settings === null || faults.length > 0) throw new SettingsError(faults);

  const dataDir = resolve(settings.DATA_DIR ?? '');
  const tokenKey = { file: givenKey ?? tokenKeyFile(dataDir), given: givenKey !== null };
  const serviceKeys = join(dataDir, 'keys');
  const checkpointKey = {
    file: givenCheckpoints ?? join(dataDir, checkpointKeyFile),
    given: givenCheckpoints !== null,
  };
  const all = endingOrder.flatMap((name) =>
    Array.from({ length: scale.get(name) ?? 1 }, (_, i) => ({ name, n: i + 1 })),
  );
  const { PORT } = settings;
  const ofGateways = PORT === 0 ? [] : all.flatMap(({ name, n }) => (name === 'gateway' ? [PORT + n - 1] : []));
  const free = await freePorts(all.length, new Set(ofGateways));
  const placed = all.map(({ name, n }, i) => {
    const port = name === 'gateway' && PORT !== 0 ? PORT + n - 1 : (free[i] ?? 0);
    const host = name === 'gateway' ? settings.HOST : LOCAL;
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
    return { name, label: `${name}-${n}`, port, host, url };
  });
  const addresses = Object.fromEntries(
    serviceNames.map((service) => [
      addressName(service),
      placed
        .filter(({ name }) => name === service)
        .map(({ url }) => url)
        .join(','),
    ]),
  );
  const processes = placed.map(({ name, label, port, host, url }) => ({
    name,
    label,
    url,
    main: join(root, name === 'gateway' ? 'gateway' : `services/${name}`, 'src/main.ts'),
    env: {
      ...addresses,
      AUTH_PRIVATE_KEY: name === 'auth' ? tokenKey.file : undefined,
      AUDIT_CHECKPOINT_KEY: name === 'audit' ? checkpointKey.file : undefined,
      AUDIT_CHECKPOINTS: name === 'audit' ? env['AUDIT_CHECKPOINTS'] || join(dataDir, checkpointsFolder) : undefined,
      SERVICE_KEY: keyFiles.own(serviceKeys, name),
      SERVICE_KEYS: keyFiles.all(serviceKeys),
      HOST: host,
      PORT: String(port),
      DATA_DIR: join(dataDir, label),
    },
  }));
  return { dataDir, tokenKey, serviceKeys, checkpointKey, processes };
}
