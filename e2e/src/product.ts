import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The flags and environment the product is begun with everywhere. */
const beginning = JSON.parse(readFileSync(join(root, 'standalone', 'process.json'), 'utf8')) as {
  flags: string[];
  env: Record<string, string>;
};

export const ADMIN_PASSWORD = 'Sunrise!2026';

export interface ProductOptions {
  /** Kept between starts when given; else a new one. */
  dataDir?: string;
  port?: number;
  /** Content of the sources file. */
  sources?: string;
  env?: Record<string, string>;
}

/** The whole product as a process of its own, on its embedded stores, as an operator runs it. */
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
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') return reject(new Error('no port'));
      server.close(() => resolve(address.port));
    });
  });
}

export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'numscope-e2e-'));
export const dropDataDir = (dir: string): void => rmSync(dir, { recursive: true, force: true });

export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? newDataDir();
  const port = options.port ?? (await freePort());
  const sourcesFile = join(dataDir, 'sources.yaml');
  if (options.sources !== undefined) writeFileSync(sourcesFile, options.sources);
  const begun = performance.now();
  const child = spawn(process.execPath, [...beginning.flags, join(root, 'standalone/src/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...beginning.env,
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NODE_COMPILE_CACHE: join(root, 'node_modules/.compile-cache'),
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_PASSWORD,
      SOURCES_FILE: sourcesFile,
      LOG_LEVEL: 'warn',
      ...options.env,
    },
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(url, child, () => printed);
  return {
    url,
    dataDir,
    port,
    pid: child.pid ?? 0,
    readyMs: performance.now() - begun,
    output: () => printed,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return exited;
    },
  };
}

/** A process that is just starting can only be asked again and again; it either answers, or ends with its reason printed. */
async function untilHealthy(url: string, child: ChildProcess, printed: () => string): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (child.exitCode !== null) throw new Error(`the product ended at its start:\n${printed()}`);
    const healthy = await fetch(`${url}/api/health-checker`, { signal: AbortSignal.timeout(2000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (healthy) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  child.kill('SIGKILL');
  throw new Error(`the product did not become healthy:\n${printed()}`);
}
