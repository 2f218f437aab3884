import { GroupedWrites } from '../../grouped-writes.ts';
import type { BusWrite } from './bus-protocol.ts';

type Part = Omit<BusWrite, 'at'>;

/** Most characters of events in one commit. */
const COMMIT_BYTES = 2_000_000;

/** What asks for a commit while one is under way shares the next. Each part is kept whole or not at all. */
export function groupCommit(write: (write: BusWrite) => Promise<void>) {
  const writes = new GroupedWrites<Part>({
    limit: {
      mostBytes: COMMIT_BYTES,
      bytesOf: ({ packed }) => packed.reduce((sum, text) => sum + text.length, 0),
    },
    write: (parts) =>
      write({
        at: Date.now(),
        packed: parts.flatMap(({ packed }) => packed),
        offsets: parts.flatMap(({ offsets }) => offsets),
        dead: parts.flatMap(({ dead }) => dead),
      }),
  });
  return {
    /** Resolves when `part` is durable. */
    commit: (part: Partial<Part>): Promise<void> => writes.add({ packed: [], offsets: [], dead: [], ...part }),
    /** Resolves when nothing waits. */
    idle: (): Promise<void> => writes.idle(),
  };
}
