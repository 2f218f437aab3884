/** One entry of `photoHosts`, in the form in which URLs have hosts: lower case, punycode, shortest IPv6 in brackets. */
interface PhotoHost {
  host: string;
  /** Null: the default port of whatever scheme is asked for. */
  port: number | null;
}

const SHAPE = 'must be a host, or host:port; an IPv6 address stands in brackets';
const entryPattern = /^(\[[^[\]]+\]|[^\s:/?#@\\[\]%]+)(?::(\d{1,5}))?$/;
const namePattern =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const address4Pattern = /^\d{1,3}(?:\.\d{1,3}){3}$/;

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** A name at the root of the tree may be written with the root's dot; it is the same host. */
const withoutRoot = (host: string): string => host.replace(/\.$/, '');

/** Reads an entry; a text says what is wrong with it. */
function read(text: string): PhotoHost | string {
  const [, written, digits] = entryPattern.exec(text) ?? [];
  if (written === undefined) return SHAPE;
  const host = withoutRoot(URL.parse(`http://${written}/`)?.hostname ?? '');
  if (host === '' || !(host.startsWith('[') || namePattern.test(host))) return SHAPE;
  if (address4Pattern.test(host) && withoutRoot(written) !== host)
    return `reads as the address ${host}: write it so, if that is what is meant`;
  if (digits === undefined) return { host, port: null };
  const port = Number(digits);
  return port >= 1 && port <= 65_535 ? { host, port } : 'has a port that there is not: 1 to 65535';
}

/** What is wrong with an entry of `photoHosts`, or null. */
export function faultOfPhotoHost(text: string): string | null {
  const entry = read(text);
  return typeof entry === 'string' ? entry : null;
}

/** Every `host:port` that an entry lets photos come from; none of a faulty one. */
export function placesOfPhotoHost(text: string): string[] {
  const entry = read(text);
  if (typeof entry === 'string') return [];
  return (entry.port === null ? Object.values(defaultPorts) : [entry.port]).map((port) => `${entry.host}:${port}`);
}

/**
 * The hosts that photos may come from. An entry with a port allows that very port, one without only the default port of
 * the URL's scheme.
 */
export class PhotoHosts {
  readonly #entries: readonly PhotoHost[];

  /** @param entries faultless ones */
  constructor(entries: readonly string[]) {
    this.#entries = entries.map(read).filter((entry) => typeof entry !== 'string');
  }

  /**
   * Whether a photo may be fetched from this URL, by what it says; what its name leads to is for the connection to see.
   */
  allows(url: URL): boolean {
    return url.username === '' && url.password === '' && this.#has(withoutRoot(url.hostname), url);
  }

  /** Whether the operator wrote down this address itself, for the port of this URL. @param address without brackets */
  listsAddress(address: string, url: Pick<URL, 'protocol' | 'port'>): boolean {
    return this.#has(address.includes(':') ? (URL.parse(`http://[${address}]/`)?.hostname ?? '') : address, url);
  }

  #has(host: string, { protocol, port }: Pick<URL, 'protocol' | 'port'>): boolean {
    const usual = defaultPorts[protocol];
    if (usual === undefined) return false;
    return this.#entries.some(
      (entry) => entry.host === host && (entry.port ?? usual) === (port === '' ? usual : Number(port)),
    );
  }
}
