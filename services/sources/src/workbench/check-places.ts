import { lookup } from 'node:dns/promises';
import { originsOf } from '../config/secret-use.ts';
import { isPrivateAddress } from '../connectors/http/private-addresses.ts';
import { invalidSource } from './drafted-source.ts';

/** A name that leads nowhere is no private address; the call will tell. */
const addressesOf = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address);

/**
 * A source that somebody binds in the console calls no place of this machine or its network, but where the operator's
 * own file sends calls.
 * @param listed origins that the file names, in lower case
 * @throws ApiError SOURCE_INVALID
 */
export async function checkPlaces(config: unknown, listed: ReadonlySet<string>): Promise<void> {
  for (const origin of originsOf(config)) {
    if (listed.has(origin)) continue;
    const host = URL.parse(origin)?.hostname.replace(/^\[|\]$/g, '') ?? '';
    if ((await addressesOf(host)).some(isPrivateAddress))
      throw invalidSource([`source: ${origin} is a private address that the sources file does not name`]);
  }
}
