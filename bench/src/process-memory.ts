import { readFileSync } from 'node:fs';

/** The most memory a process has held so far, in megabytes (VmHWM of proc(5)). */
export function peakMemoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024);
}
