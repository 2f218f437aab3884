import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface BareServer {
  /** The address of a server that does nothing. */
  url: string;
  /** How many times longer than alone a calculation took since its start: on a machine that does nothing else it is about 1. */
  stretch(): Promise<number>;
  close(): void;
}

export async function startBareServer(): Promise<BareServer> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./bare-server.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  const url = `http://127.0.0.1:${port.toString().trim()}`;
  return {
    url,
    stretch: async () => Math.max(1, Number(await (await fetch(`${url}/stretch`)).text())),
    close: () => void child.kill(),
  };
}

/** What came of work, how many milliseconds it would have taken on a machine that does nothing else, and by how much others stretched it. */
export async function timedAlone<T>(work: () => Promise<T>): Promise<{ done: T; ms: number; stretch: number }> {
  const bare = await startBareServer();
  try {
    const begun = performance.now();
    const done = await work();
    const ms = performance.now() - begun;
    const stretch = await bare.stretch();
    return { done, ms: ms / stretch, stretch };
  } finally {
    bare.close();
  }
}
