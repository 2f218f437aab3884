export interface JsonRequest {
  method: string;
  /** Absolute. */
  url: string;
  body: string;
  token?: string | undefined;
}

/** Sends a body as JSON; answers the status, or 0 when the connection broke: a body may be refused before it was sent to its end. */
export async function sendJson({ method, url, body, token }: JsonRequest): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(url, { method, headers, body, signal: AbortSignal.timeout(60_000) }).catch(() => null);
  await response?.arrayBuffer().catch(() => null);
  return response?.status ?? 0;
}
