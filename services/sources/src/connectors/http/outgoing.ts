/** A request on its way to the provider; the names of its headers are in lower case. */
export interface Outgoing {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | null;
}
