import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { slowness } from './pace.ts';
import { type Product, type ProductOptions, startProduct } from '../product/product.ts';

const Longest = z.object({
  /** Processor time of a task: a callback of the system, and what follows from it. */
  task: z.number(),
  /** Between two looks at the event loop by the clock, without what it stood ready but others had the processor. */
  held: z.number(),
  /** What it stood ready but others had the processor. */
  waited: z.number(),
});

/** The longest times of an event loop, in milliseconds. Looks at it are 5 ms apart where nothing holds it up. */
export type Longest = z.infer<typeof Longest>;

/** What event loops were held up since the last asking. */
export interface Stalls {
  product: Longest;
  /** A bare process beside it that works in slices of 5 ms: what the machine alone does to a process. */
  bare: Longest;
  /** How many times as long as usual the machine takes for the same work. */
  slowness: number;
}

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const SLICE_MS = 5;

class LoopWatch {
  readonly #dir = mkdtempSync(join(tmpdir(), 'numscope-loops-'));
  /** For the process to be watched, and whatever it begins. */
  readonly env = { NODE_OPTIONS: `--import=${file('loop-probe.ts')}`, LOOP_PORTS: this.#dir };

  /** How many event loops can be asked by now. */
  get loops(): number {
    return readdirSync(this.#dir).length;
  }

  /** Reads the longest stalls of all its event loops. */
  async read(): Promise<Longest> {
    const all = await Promise.all(
      readdirSync(this.#dir).map(async (name) => {
        const response = await fetch(`http://127.0.0.1:${readFileSync(join(this.#dir, name), 'utf8')}/`);
        return Longest.parse(await response.json());
      }),
    );
    const most = (kind: keyof Longest): number => Math.max(...all.map((longest) => longest[kind]));
    return { task: most('task'), held: most('held'), waited: most('waited') };
  }

  close(): void {
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

export interface BareLoop {
  read(): Promise<Longest>;
  stop(): void;
}

/** Begins a bare process that half of the time works, or stands still, in slices of so many milliseconds, and watches it. */
export async function startBareLoop(kind: 'works' | 'stands', sliceMs: number): Promise<BareLoop> {
  const watch = new LoopWatch();
  const child = spawn(process.execPath, [file('bare-loop.ts'), kind, String(sliceMs)], {
    env: watch.env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = (): void => {
    child.kill('SIGKILL');
    watch.close();
  };
  try {
    while (watch.loops === 0) {
      if (child.exitCode !== null) throw new Error(`the bare process ended with ${child.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return { read: () => watch.read(), stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** Starts the product with its event loops watched, beside a bare process. */
export async function startWatched(
  options: ProductOptions = {},
): Promise<{ product: Product; read(): Promise<Stalls>; stopWatching(): void }> {
  const watch = new LoopWatch();
  const product = await startProduct({ ...options, env: { ...options.env, ...watch.env } });
  const bare = await startBareLoop('works', SLICE_MS);
  return {
    product,
    async read() {
      const [own, other] = await Promise.all([watch.read(), bare.read()]);
      return { product: own, bare: other, slowness: slowness() };
    },
    stopWatching() {
      bare.stop();
      watch.close();
    },
  };
}

const LIMIT_MS = 50;

/** On this machine: how slow it is, and what it adds to a slice of the bare process, make no task too long. */
const limitOf = ({ bare, slowness: times }: Stalls): number => LIMIT_MS * times + Math.max(0, bare.task - SLICE_MS);

/** Whether no task took the processor longer. */
const worksInTime = (stalls: Stalls): boolean => stalls.product.task <= limitOf(stalls);

/**
 * Whether none stood still longer. A sweep of the heap stands still until the threads that help it are given a processor, so what the machine keeps
 * threads waiting is granted.
 */
const looksInTime = (stalls: Stalls): boolean =>
  stalls.product.held <= limitOf(stalls) + Math.max(stalls.product.waited, stalls.bare.waited);

/**
 * Whether no task is longer than 50 ms, by several runs of the same work: a task that is too long is so in each of them; what the machine makes of a
 * short one is not.
 */
export const inTime = (runs: readonly Stalls[]): boolean => runs.some(worksInTime) && runs.some(looksInTime);
