const encoder = new TextEncoder();

/** As browsers write a name between quotation marks. */
const quoted = (text: string): string => text.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');

async function* bytesOfFile(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function* bytesOf(form: FormData, boundary: string): AsyncGenerator<Uint8Array> {
  for (const [name, value] of form) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
    if (typeof value === 'string') {
      yield encoder.encode(`${head}\r\n\r\n${value.replaceAll(/\r\n|\r|\n/g, '\r\n')}\r\n`);
      continue;
    }
    const type = value.type || 'application/octet-stream';
    yield encoder.encode(`${head}; filename="${quoted(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`);
    yield* bytesOfFile(value);
    yield encoder.encode('\r\n');
  }
  yield encoder.encode(`--${boundary}--\r\n`);
}

/**
 * A form as a stream, for Node.js: where a file cannot be read to its end, the platform's own (`new Response(form)`)
 * rejects a promise that nobody holds and sends on for ever.
 * @param passed hears how many bytes go on their way
 */
export function streamOfForm(
  form: FormData,
  passed: (bytes: number) => void,
): { contentType: string; body: ReadableStream<Uint8Array> } {
  const boundary = `----numscope-${globalThis.crypto.randomUUID()}`;
  const bytes = bytesOf(form, boundary);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await bytes.next();
      if (done === true) return controller.close();
      passed(value.byteLength);
      controller.enqueue(value);
    },
    async cancel() {
      await bytes.return(undefined);
    },
  });
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
}
