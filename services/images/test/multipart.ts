/** A form as a browser sends it. */
export function formOf(fields: Record<string, string>, files: Record<string, Uint8Array>) {
  const boundary = 'form-of-a-test';
  const part = (head: string, body: Uint8Array): Buffer[] => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ];
  const parts = [
    ...Object.entries(files).flatMap(([name, bytes]) => part(`name="${name}"; filename="${name}.jpg"`, bytes)),
    ...Object.entries(fields).flatMap(([name, text]) => part(`name="${name}"`, Buffer.from(text))),
    Buffer.from(`--${boundary}--\r\n`),
  ];
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat(parts),
  };
}
