import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Product } from './product.ts';

/** The longest time, in milliseconds, that the event loop of each was held up since the last asking, 10 ms of waiting included. */
export interface Stalls {
  product: number;
  /** A bare process beside it: what the machine alone does to a process that works in slices of 5 ms. */
  bare: number;
}

const LONGEST = /^nodejs_eventloop_lag_max_seconds(?:\{[^}]*\})? (\S+)$/m;

/** The metric begins anew with each asking. */
async function longestOf(product: Product): Promise<number> {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  const seconds = LONGEST.exec(text)?.[1];
  if (seconds === undefined) throw new Error('the metrics do not tell the lag of the event loop');
  return Number(seconds) * 1000;
}

/** Watches the event loop of the product and of a bare process at the same time. */
export async function watchStalls(product: Product): Promise<{ read(): Promise<Stalls>; stop(): void }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('bare-loop.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(Number(line.toString())));
    child.once('exit', (code) => reject(new Error(`the bare process ended with ${code}`)));
  });
  const read = async (): Promise<Stalls> => {
    const [own, bare] = await Promise.all([longestOf(product), fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())]);
    return { product: own, bare: Number(bare) };
  };
  await read();
  return { read, stop: () => void child.kill('SIGKILL') };
}
