import { readFileSync } from 'node:fs';

/** The most memory a process has held so far, in megabytes (VmHWM of proc(5)). */
export function peakMemoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024);
}

/** The memory a process holds now, in kilobytes (VmRSS of proc(5)). */
export const residentKb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN);

const TICKS_A_SECOND = 100;

/**
 * The processor time a process has used so far in all its threads, or in one of them, in milliseconds (proc(5), stat).
 */
export function processorMs(pid: number, thread?: number): number {
  const fields =
    readFileSync(`/proc/${pid}/${thread === undefined ? '' : `task/${thread}/`}stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND) * 1000;
}

/** The processor time of a process's first thread, and of all its others together, in milliseconds (proc(5), task). */
export function threadTimes(pid: number): { main: number; others: number } {
  const main = processorMs(pid, pid);
  return { main, others: processorMs(pid) - main };
}

/** The processor time of all children of this process that have ended, in milliseconds (proc(5), stat). */
export function endedChildrenMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND) * 1000;
}
