// A bare process that is busy half of the time, in slices of as many milliseconds as its second word says. `works`: they are of processor time;
// `stands`: it stands still.
const [kind, slice] = process.argv.slice(2);
const sliceMs = Number(slice);
const never = new Int32Array(new SharedArrayBuffer(4));

function work(): void {
  const before = process.threadCpuUsage();
  for (let usedMs = 0; usedMs < sliceMs;) {
    const { user, system } = process.threadCpuUsage(before);
    usedMs = (user + system) / 1000;
  }
}

function turn(): void {
  if (kind === 'works') work();
  else Atomics.wait(never, 0, 0, sliceMs);
  setTimeout(turn, sliceMs);
}
turn();
