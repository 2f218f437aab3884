import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, globSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tempDir } from './temp-dir.ts';

const START_MS = 60_000;

/** A database server of this machine's packages, run for one suite in a folder of its own. */
export interface DatabaseServer {
  port: number;
  stop(): Promise<void>;
}

/** The program where a distribution puts it; null where it is not installed. */
const programs = (pattern: string): string | null => globSync(pattern).toSorted().at(-1) ?? null;
export const postgresqlPrograms =
  programs('/usr/lib/postgresql/*/bin') ?? programs('/opt/homebrew/opt/postgresql@*/bin');
export const mariadbProgram = programs('/usr/{sbin,libexec}/mariadbd') ?? programs('/opt/homebrew/bin/mariadbd');
const installMariadb = programs('/usr/bin/mariadb-install-db') ?? programs('/opt/homebrew/bin/mariadb-install-db');

/** Neither server runs as root. */
function owner(user: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (what: string): number => Number(execFileSync('id', [what, user], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function folderFor(who: { uid?: number; gid?: number }) {
  const folder = tempDir();
  chmodSync(folder.path, 0o700);
  if (who.uid !== undefined && who.gid !== undefined) chownSync(folder.path, who.uid, who.gid);
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

async function untilUp(child: ChildProcess, isUp: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + START_MS;
  while (!(await isUp())) {
    if (child.exitCode !== null || Date.now() > until) throw new Error('the database server did not start');
    await pause(100);
  }
}

/** As both servers read them before they are up. */
const linesOf = (statements: readonly string[]): string => statements.map((statement) => `${statement}\n`).join('');

function serverOf(child: ChildProcess, port: number, remove: () => void): DatabaseServer {
  return {
    port,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      remove();
    },
  };
}

/**
 * PostgreSQL with the user `postgres`, whose password is `secret`.
 * @param statements run before it is up, in its database `postgres`; each of one line
 */
export async function startPostgresql(statements: readonly string[] = []): Promise<DatabaseServer> {
  const bin = postgresqlPrograms ?? '';
  const who = owner('postgres');
  const folder = folderFor(who);
  const data = join(folder.path, 'data');
  execFileSync(
    'sh',
    [
      '-c',
      `printf secret > ${folder.path}/pw && "${bin}/initdb" -D ${data} -U postgres -A scram-sha-256 --pwfile ${folder.path}/pw --no-sync -E UTF8 --locale=C`,
    ],
    { ...who, stdio: 'ignore', cwd: folder.path },
  );
  if (statements.length > 0)
    execFileSync(join(bin, 'postgres'), ['--single', '-F', '-D', data, 'postgres'], {
      ...who,
      input: linesOf(statements),
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: folder.path,
    });
  const port = await freePort();
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), '-k', folder.path, '-F', '-h', '127.0.0.1'],
    {
      ...who,
      stdio: 'ignore',
      cwd: folder.path,
    },
  );
  // It takes connections before it takes a user.
  const isReady = (): Promise<boolean> =>
    new Promise((resolve) => {
      execFile(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], (error) => resolve(error === null));
    });
  await untilUp(child, isReady);
  return serverOf(child, port, () => folder.remove());
}

/**
 * MariaDB with the user `crm`, whose password is `secret`, and the database `crm`.
 * @param statements run before it is up, in that database; each of one line
 * @param options of the program
 */
export async function startMariadb(
  statements: readonly string[] = [],
  options: readonly string[] = [],
): Promise<DatabaseServer> {
  const who = owner('mysql');
  const folder = folderFor(who);
  const data = join(folder.path, 'data');
  const common = [`--no-defaults`, `--datadir=${data}`];
  execFileSync(installMariadb ?? '', [...common, '--auth-root-authentication-method=normal', '--skip-test-db'], {
    ...who,
    stdio: 'ignore',
    cwd: folder.path,
  });
  const port = await freePort();
  const first = join(folder.path, 'first.sql');
  execFileSync('sh', ['-c', `cat > ${first}`], {
    ...who,
    input: linesOf([
      'CREATE DATABASE crm CHARACTER SET utf8mb4;',
      "CREATE USER crm@'%' IDENTIFIED BY 'secret';",
      "GRANT ALL ON crm.* TO crm@'%';",
      'USE crm;',
      ...statements,
    ]),
  });
  const child = spawn(
    mariadbProgram ?? '',
    [
      ...common,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      `--socket=${folder.path}/s`,
      `--init-file=${first}`,
      ...options,
    ],
    { ...who, stdio: 'ignore', cwd: folder.path },
  );
  await untilUp(child, () => answers(port));
  return serverOf(child, port, () => folder.remove());
}
