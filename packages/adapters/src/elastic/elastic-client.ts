import { Client } from '@elastic/elasticsearch';

const REQUEST_MS = 30_000;

/**
 * A client of one cluster. It asks no node for others (sniffing): behind a balancer or in a container their own
 * addresses are of no use.
 * @param url `http(s)://[user:password@]host:port`
 * @throws Error when it is no such address; it never repeats what may hold a password
 */
export function openClient(url: string): Client {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (!address || !/^https?:$/.test(address.protocol)) {
    throw new Error(
      'the address of Elasticsearch (SEARCH_URL) must look like http(s)://host:port or http(s)://user:password@host:port',
    );
  }
  const username = decodeURIComponent(address.username);
  const password = decodeURIComponent(address.password);
  address.username = '';
  address.password = '';
  return new Client({
    node: address.href,
    ...(username ? { auth: { username, password } } : {}),
    requestTimeout: REQUEST_MS,
    // What may be repeated is repeated by `asked`: the client's own pauses are too long for callers who wait.
    maxRetries: 0,
    sniffOnStart: false,
    sniffOnConnectionFault: false,
    sniffInterval: false,
    enableMetaHeader: false,
  });
}
