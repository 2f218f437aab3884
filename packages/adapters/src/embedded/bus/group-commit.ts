import { GroupedWrites } from '../../grouped-writes.ts';
import type { BusWrite } from './bus-protocol.ts';

type Part = Omit<BusWrite, 'at'>;

/** Most characters of events in one commit. */
const COMMIT_BYTES = 2_000_000;

/** What asks for a commit while one is under way shares the next. Each part is kept whole or not at all. */
export function groupCommit(write: (write: BusWrite) => Promise<void>) {
  const writes = new GroupedWrites<Part>({
    mostBytes: COMMIT_BYTES,
    bytesOf: ({ chunks }) => chunks.reduce((sum, { payload }) => sum + payload.length, 0),
    write: (parts) =>
      write({
        at: Date.now(),
        chunks: parts.flatMap(({ chunks }) => chunks),
        offsets: parts.flatMap(({ offsets }) => offsets),
        dead: parts.flatMap(({ dead }) => dead),
      }),
  });
  return {
    /** Resolves when `part` is durable. */
    commit: (part: Partial<Part>): Promise<void> => writes.add({ chunks: [], offsets: [], dead: [], ...part }),
    /** Resolves when nothing waits. */
    idle: (): Promise<void> => writes.idle(),
  };
}
