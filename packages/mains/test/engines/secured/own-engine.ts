import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Where the engines lie that were built without Docker; null: they are taken from Docker. */
export function builtEngine(name: 'kafka' | 'minio'): string | null {
  const home = process.env['ENGINES_HOME'] ?? join(homedir(), '.cache', 'engines');
  const folder = join(home, name);
  return existsSync(join(folder, '.built')) ? folder : null;
}

/** A Java of 21 or later. @throws Error when there is none */
export function java(): string {
  const homes = [process.env['ENGINES_JAVA_HOME'], process.env['JAVA_HOME'], ...globSync('/usr/lib/jvm/*')];
  const home = homes.find((each) => {
    if (!each || !existsSync(join(each, 'bin', 'java')) || !existsSync(join(each, 'release'))) return false;
    const [, major = ''] = /JAVA_VERSION="(\d+)/.exec(readFileSync(join(each, 'release'), 'utf8')) ?? [];
    return Number(major) >= 21;
  });
  if (!home) throw new Error('a Java of 21 or later is missing: set ENGINES_JAVA_HOME');
  return join(home, 'bin', 'java');
}

export const runOnce = promisify(execFile);

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('connect', () => (socket.destroy(), resolve(true)));
    socket.on('error', () => resolve(false));
  });

export interface OwnEngine {
  close(): Promise<void>;
}

/** Starts a program and waits until all its ports take connections. @throws Error with the end of its log */
export async function startProgram(
  program: string,
  args: string[],
  options: { cwd: string; log: string; ports: number[]; env?: NodeJS.ProcessEnv },
): Promise<OwnEngine> {
  const out = openSync(options.log, 'a');
  const child: ChildProcess = spawn(program, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', out, out],
  });
  const ended = once(child, 'exit');
  for (const port of options.ports) {
    while (!(await answers(port))) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`${program} ended at its start:\n${readFileSync(options.log, 'utf8').slice(-2000)}`);
      await wait(100);
    }
  }
  return {
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
