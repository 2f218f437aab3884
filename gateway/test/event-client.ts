import { LAST_EVENT_ID } from '@numscope/contracts';

export interface Told {
  id: string;
  event: string | undefined;
  data: { id: string; type: string; key: string; data: Record<string, unknown> } | null;
}

const blockOf = (text: string): Told => {
  const fields = new Map(
    text.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
  const data = fields.get('data');
  return { id: fields.get('id') ?? '', event: fields.get('event'), data: data === undefined ? null : JSON.parse(data) };
};

/** Reads an event stream as a program does that knows the form alone. */
export class EventClient {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  readonly #stop: AbortController;
  #rest = '';
  readonly #blocks: Told[] = [];

  private constructor(response: Response, stop: AbortController) {
    if (!response.body) throw new Error('the answer has no body');
    this.#reader = response.body.getReader();
    this.#stop = stop;
  }

  /** Opens a stream; a refusal is given as it came. */
  static async open(
    url: string,
    bearer: string,
    { topics, after }: { topics?: string; after?: string } = {},
  ): Promise<EventClient | Response> {
    const stop = new AbortController();
    const response = await fetch(`${url}/api/events${topics === undefined ? '' : `?topics=${topics}`}`, {
      headers: { authorization: `Bearer ${bearer}`, ...(after === undefined ? {} : { [LAST_EVENT_ID]: after }) },
      signal: stop.signal,
    });
    return response.ok ? new EventClient(response, stop) : response;
  }

  /** The next block with an id, comments passed over; null once the stream has ended. */
  async next(): Promise<Told | null> {
    for (;;) {
      const block = this.#blocks.shift();
      if (block) return block;
      const { done, value } = await this.#reader.read();
      if (done) return null;
      const parts = (this.#rest + this.#decoder.decode(value, { stream: true })).split('\n\n');
      this.#rest = parts.pop() ?? '';
      this.#blocks.push(...parts.filter((part) => part.includes('id: ')).map(blockOf));
    }
  }

  /** The next events, without the block that only tells where it begins. */
  async events(count: number): Promise<Told[]> {
    const found: Told[] = [];
    while (found.length < count) {
      const block = await this.next();
      if (!block) throw new Error(`the stream ended after ${found.length} events`);
      if (block.data) found.push(block);
    }
    return found;
  }

  close(): void {
    this.#stop.abort();
  }
}
