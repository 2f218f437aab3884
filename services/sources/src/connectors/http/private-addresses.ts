import { lookup as resolveName } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { codeOf } from '@numscope/platform';

const blocked = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  // Where virtual machines of one cloud ask about themselves, in the midst of public addresses.
  ['168.63.129.16', 32],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  blocked.addSubnet(network, prefix, 'ipv4');

// Of IPv6 only what is given out on the internet (2000::/3) is public; of that, tunnels and examples are not.
const public6 = new BlockList();
public6.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  blocked.addSubnet(network, prefix, 'ipv6');

/** Whether an address belongs to this machine, a private network, or nobody on the internet. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (isIP(bare) === 0) return true;
  if (!isIPv6(bare)) return blocked.check(bare, 'ipv4');
  return blocked.check(bare, 'ipv6') || !public6.check(bare, 'ipv6');
}

const PRIVATE_CODE = 'PRIVATE_ADDRESS';

/** Whether a connection failed because its address is none to connect to. */
export const isPrivateFault = (error: unknown): boolean => codeOf(error) === PRIVATE_CODE;

/**
 * A look-up of names for connections: the address it hands on is the very one that was checked, so that a name cannot
 * point elsewhere between the check and the call. Refuses private addresses unless `isListed` says that the operator
 * wrote this address down.
 */
export const guardedLookup =
  (isListed: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const allowed = addresses.filter(({ address }) => !isPrivateAddress(address) || isListed(address));
      const [first] = allowed;
      if (!first) return callback(Object.assign(new Error('a private address'), { code: PRIVATE_CODE }), '', 0);
      if (options.all) return callback(null, allowed);
      return callback(null, first.address, first.family);
    });
  };
