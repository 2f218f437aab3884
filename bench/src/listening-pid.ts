import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const LISTENS = '0A';

/** The inodes of the sockets of this machine that listen on a port (proc(5), net/tcp). */
function listeningSockets(port: number): Set<string> {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const lines = ['tcp', 'tcp6'].flatMap((family) => readFileSync(`/proc/net/${family}`, 'utf8').split('\n').slice(1));
  const fields = lines.map((line) => line.trim().split(/\s+/));
  const ours = fields.filter(([, local = '', , state]) => local.endsWith(`:${hex}`) && state === LISTENS);
  return new Set(ours.map((field) => `socket:[${field[9]}]`));
}

function holdsOne(pid: number, sockets: ReadonlySet<string>): boolean {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).some((fd) => sockets.has(readlinkSync(`${folder}/${fd}`)));
  } catch {
    // It has ended, or is somebody else's.
    return false;
  }
}

/** The process of ours on this machine that listens on a port; null when there is none, as in a container. */
export function listeningPid(port: number): number | null {
  const sockets = listeningSockets(port);
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return sockets.size === 0 ? null : (pids.find((pid) => holdsOne(pid, sockets)) ?? null);
}
