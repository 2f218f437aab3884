import { readFileSync } from 'node:fs';

/** The most memory a process has held so far, in megabytes (VmHWM of proc(5)). */
export function peakMemoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024);
}

const TICKS_A_SECOND = 100;

/** The processor time a process has used so far in all its threads, in milliseconds (proc(5), stat). */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND) * 1000;
}
