import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { apiError } from '@numscope/contracts';
import { isPrivateAddress, guardedLookup } from '../connectors/http/private-addresses.ts';
import { PhotoHosts } from '../domain/photos/photo-hosts.ts';

const LOOKUP_MS = 3000;

/** Where webhooks may be: on the internet, and at the private hosts that the operator named. */
export class WebhookAddresses {
  readonly #listed: PhotoHosts;

  /** @param privateHosts hosts, or hosts with a port, faultless ones */
  constructor(privateHosts: readonly string[]) {
    this.#listed = new PhotoHosts(privateHosts);
  }

  /** Whether an address may be called by what it says; what its name leads to is for the connection to see. */
  allows(url: URL): boolean {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // A literal address never reaches the look-up of names.
    return isIP(host) === 0 || !isPrivateAddress(host) || this.#listed.allows(url);
  }

  /** Looks names up for a connection, and leads it to what was checked and nowhere else. */
  lookupFor(url: URL): LookupFunction {
    const isListed = this.#listed.allows(url);
    return guardedLookup((address) => isListed || this.#listed.listsAddress(address, url));
  }

  /**
   * Refuses at once what would never be called. A name that leads nowhere yet is taken: each delivery looks again.
   * @throws ApiError WEBHOOK_URL, WEBHOOK_ADDRESS
   */
  async check(text: string): Promise<string> {
    const url = URL.parse(text);
    if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.hash !== '')
      throw apiError('WEBHOOK_URL', { details: [{ field: 'url', message: 'must be http:// or https://host/path' }] });
    if (!this.allows(url) || (await this.#leadsInside(url)))
      throw apiError('WEBHOOK_ADDRESS', { details: [{ field: 'url', message: `${url.host} is a private address` }] });
    return url.href;
  }

  async #leadsInside(url: URL): Promise<boolean> {
    if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0 || this.#listed.allows(url)) return false;
    const late = new Promise<[]>((resolve) => void setTimeout(() => resolve([]), LOOKUP_MS).unref());
    const found = await Promise.race([lookup(url.hostname, { all: true }).catch(() => []), late]);
    return (
      found.length > 0 &&
      found.every(({ address }) => isPrivateAddress(address) && !this.#listed.listsAddress(address, url))
    );
  }
}
