import { expect, it } from '@jest/globals';
import type { BusWrite } from '../src/embedded/bus/bus-protocol.ts';
import { groupCommit } from '../src/embedded/bus/group-commit.ts';

const events = (bytes: number) => ({ packed: ['x'.repeat(bytes)] });

/** Writes that last until the next turn of the event loop. */
function slowLog() {
  const writes: number[][] = [];
  const commits = groupCommit(async ({ packed }: BusWrite) => {
    writes.push(packed.map((text) => text.length));
    await new Promise((resolve) => setImmediate(resolve));
  });
  return { writes, commits };
}

it('makes one commit of what comes while another is under way', async () => {
  const { writes, commits } = slowLog();
  const first = commits.commit(events(1));
  await Promise.resolve();
  await Promise.all([first, commits.commit(events(2)), commits.commit(events(3))]);
  expect(writes).toEqual([[1], [2, 3]]);
});

it('holds a commit below two megabytes, unless a single write has more', async () => {
  const { writes, commits } = slowLog();
  const sizes = [900_000, 900_000, 900_000, 3_000_000, 10];
  await Promise.all(sizes.map((bytes) => commits.commit(events(bytes))));
  expect(writes).toEqual([[900_000, 900_000], [900_000], [3_000_000], [10]]);
});

it('fails only who wrote with what could not be written', async () => {
  let writes = 0;
  const commits = groupCommit(async () => {
    if (writes++ === 0) throw new Error('disk full');
  });
  await expect(commits.commit(events(1))).rejects.toThrow('disk full');
  await commits.commit(events(2));
  await commits.idle();
  expect(writes).toBe(2);
});
