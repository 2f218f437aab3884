import type { GroupOffset } from './bus-protocol.ts';

/** How far groups have come that the log does not know yet: the last of each group and stream. */
export class HandledOffsets {
  readonly #waiting = new Map<string, GroupOffset>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** A group never goes back. */
  note(offset: GroupOffset): void {
    const name = `${offset.group} ${offset.stream}`;
    if ((this.#waiting.get(name)?.next ?? 0) <= offset.next) this.#waiting.set(name, offset);
  }

  /** All of them, to be written now. */
  take(): GroupOffset[] {
    const taken = [...this.#waiting.values()];
    this.#waiting.clear();
    return taken;
  }

  /** Those that could not be written, unless their groups have come further meanwhile. */
  putBack(offsets: readonly GroupOffset[]): void {
    for (const offset of offsets) this.note(offset);
  }
}
