/** One event of a stream of server-sent events. */
export interface ServerSent {
  /** The last id that was sent, by this event or one before it. */
  id: string;
  /** Empty: the server only told an id. */
  data: string;
}

/** More than the largest event has; whatever sends more without an end is no server of ours. */
const MAX_CHARS = 32 * 1024 * 1024;

/**
 * Reads the fields `id` and `data` of server-sent events
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation), an event at each empty
 * line; comments and other fields are passed over.
 * @param moved told whenever anything came, comments too
 * @throws Error when a line has no end
 */
export async function* serverSentOf(bytes: ReadableStream<Uint8Array>, moved: () => void): AsyncGenerator<ServerSent> {
  const decoder = new TextDecoder();
  let rest = '';
  let id = '';
  let data: string[] = [];
  const reader = bytes.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      moved();
      rest += decoder.decode(value, { stream: true });
      if (rest.length > MAX_CHARS) throw new Error('the server sent a line without an end');
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [, field = '', text = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
        if (field === 'id') id = text;
        else if (field === 'data') data.push(text);
        else if (line === '') {
          yield { id, data: data.join('\n') };
          data = [];
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
