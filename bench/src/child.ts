import { type ChildProcess, spawn } from 'node:child_process';

/** A script of this folder as a process of its own that prints the port it listens on as its first line. */
export async function listeningChild(
  script: URL,
  args: string[] = [],
): Promise<{ port: number; pid: number; stop(): Promise<void> }> {
  const child: ChildProcess = spawn(process.execPath, [script.pathname, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.once('data', (line: Buffer) => resolve(Number(line.toString())));
    child.once('exit', (code) => reject(new Error(`${script.pathname} ended with ${code}`)));
  });
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });
  return { port, pid: child.pid ?? 0, stop };
}
