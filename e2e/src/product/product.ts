import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServiceName, serviceNames } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import { engineSettings } from './engine-settings.ts';
import { dropDataDir, freePort, isDistributed, newDataDir, root } from './installation.ts';
import { killProcesses } from './processes.ts';
import { full } from '../scale.ts';

/** The flags and environment the product is begun with everywhere. */
const beginning = JSON.parse(readFileSync(join(root, 'standalone', 'process.json'), 'utf8')) as {
  flags: string[];
  env: Record<string, string>;
};

export const ADMIN_PASSWORD = 'Sunrise!2026';

/** What each started product has printed, by its address. */
const outputs = new Map<string, () => string>();

/** Lets `logOf` read the output of a product that another process started. */
export const keepOutput = ({ url, output }: Product): void => void outputs.set(url, output);

/** What a known product logged of a call; at most two seconds late, as a log comes by a way of its own. */
export async function logOf(url: string, requestId: string): Promise<string> {
  const lines = (): string =>
    (outputs.get(url)?.() ?? '')
      .split('\n')
      .filter((line) => line.includes(requestId))
      .join('\n');
  return askUntil(lines, (found) => found !== '', { withinMs: 2000 });
}

export interface ProductOptions {
  /** Kept between starts when given; else a new one. */
  dataDir?: string;
  port?: number;
  /** Content of the sources file. */
  sources?: string;
  env?: Record<string, string>;
  /** How many processes of which service in the distributed way, whatever `twoOf` says. */
  scale?: Readonly<Record<string, number>>;
  /**
   * Of which there are two processes in the distributed way: those whose instances the test is about. The others then have one each, as each takes a
   * second of a processor to start; at full size there are two of everything. Unless said two of everything.
   */
  twoOf?: ReadonlyArray<ServiceName | 'gateway'>;
  /** In one process, also where the suite runs the distributed way. */
  embedded?: boolean;
}

/** The whole product as an operator runs it, either way. In the distributed way `pid` is the process that keeps all others. */
export interface Product {
  url: string;
  dataDir: string;
  port: number;
  pid: number;
  /** Milliseconds from the start of the process to the first healthy answer. */
  readyMs: number;
  /** Everything it printed so far. */
  output(): string;
  /** Ends it and resolves when it has gone. SIGTERM unless said. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Ends it at once, in no order, which would take ten seconds, and removes all that it keeps. */
  discard(): Promise<void>;
}

/** One that was started here. */
export interface StartedProduct extends Product {
  /** Calls it with everything it printed so far, and then with whatever it prints. */
  listen(listener: (printed: string) => void): void;
}

/** For tests that mind nothing of several instances: half the processes start in half the time. */
export const ONE_OF_EACH: Readonly<Record<string, number>> = Object.fromEntries(
  ['gateway', ...serviceNames].map((name) => [name, 1]),
);

const scaleOf = ({ scale = {}, twoOf }: ProductOptions): string => {
  const usual = (name: ServiceName | 'gateway'): number => (full || (twoOf?.includes(name) ?? true) ? 2 : 1);
  return (['gateway', ...serviceNames] as const).map((name) => `${name}=${scale[name] ?? usual(name)}`).join(',');
};

const begin = (env: NodeJS.ProcessEnv, options: ProductOptions, distributed: boolean): ChildProcess =>
  distributed
    ? spawn(process.execPath, [join(root, 'scripts/distributed.ts'), '--scale', scaleOf(options)], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env,
      })
    : spawn(process.execPath, [...beginning.flags, join(root, 'standalone/src/main.ts')], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...beginning.env, ...env },
      });

/** Begins its process or processes, and listens to what they print. */
async function launch(options: ProductOptions) {
  const distributed = isDistributed && options.embedded !== true;
  const dataDir = options.dataDir ?? newDataDir();
  const port = options.port ?? (await freePort(distributed ? 1 : 0));
  const sourcesFile = join(dataDir, 'sources.yaml');
  if (options.sources !== undefined) writeFileSync(sourcesFile, options.sources);
  const child = begin(
    {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NODE_COMPILE_CACHE: join(root, 'node_modules/.compile-cache'),
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_PASSWORD,
      // One that is named must be there.
      ...(existsSync(sourcesFile) ? { SOURCES_FILE: sourcesFile } : {}),
      LOG_LEVEL: 'warn',
      // Tests ask as often as they can; what that is refused with is what one of them is about.
      COSTLY_CALLS_PER_MINUTE: '1000000',
      ...(distributed ? engineSettings(dataDir) : {}),
      ...options.env,
    },
    options,
    distributed,
  );
  let printed = '';
  const listeners: Array<(printed: string) => void> = [(text) => (printed += text)];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      for (const listener of listeners) listener(chunk.toString());
    });
  const listen = (listener: (printed: string) => void): void => {
    listener(printed);
    listeners.push(listener);
  };
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const discard = async (): Promise<void> => {
    child.kill('SIGKILL');
    if (distributed) killProcesses(dataDir);
    await exited;
    await dropDataDir(dataDir);
  };
  return { child, dataDir, port, distributed, exited, discard, listen, output: () => printed };
}

export async function startProduct(options: ProductOptions = {}): Promise<StartedProduct> {
  const begun = performance.now();
  const { child, dataDir, port, distributed, exited, discard, listen, output } = await launch(options);
  const url = `http://127.0.0.1:${port}`;
  outputs.set(url, output);
  await untilReady(url, child, output, distributed);
  return {
    url,
    dataDir,
    port,
    pid: child.pid ?? 0,
    readyMs: performance.now() - begun,
    output,
    listen,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return exited;
    },
    discard,
  };
}

/**
 * What it printed of a start that it refuses, of which nothing is left. In the distributed way the process that refuses
 * is begun again and again, while the others wait for it: there it ends as soon as `isTold`.
 */
export async function refusedStart(options: ProductOptions, isTold: (output: string) => boolean): Promise<string> {
  const { child, distributed, discard, output } = await launch(options);
  try {
    await new Promise<void>((resolve, reject) => {
      const look = (): void => {
        if (output().includes('Numscope is ready')) reject(new Error(`it has started:\n${output()}`));
        if (distributed && isTold(output())) resolve();
      };
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', look);
      child.once('close', () => resolve());
    });
    if (child.exitCode === 0) throw new Error(`it ended as if nothing were wrong:\n${output()}`);
    return output();
  } finally {
    await discard();
  }
}

/** How long a start may take: one process, or eighteen on two cores. */
const triesOf = (distributed: boolean): number => (distributed ? 9600 : 1200);

/** A process that is just starting says when it is ready, or ends with its reason printed. */
async function untilReady(
  url: string,
  child: ChildProcess,
  printed: () => string,
  distributed: boolean,
): Promise<void> {
  for (let tries = 0; tries < triesOf(distributed); tries++) {
    if (child.exitCode !== null) throw new Error(`the product ended at its start:\n${printed()}`);
    // Who asked before would have the processor instead of it, and one gateway of many may answer before the others.
    if (printed().includes('Numscope is ready at')) {
      const healthy = await fetch(`${url}/api/health-checker`, { signal: AbortSignal.timeout(2000) }).then(
        (response) => response.ok,
        () => false,
      );
      if (healthy) return;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  child.kill(distributed ? 'SIGTERM' : 'SIGKILL');
  throw new Error(`the product did not become healthy:\n${printed()}`);
}
