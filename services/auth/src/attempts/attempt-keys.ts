import { stableId } from '@numscope/platform';
import ipaddr from 'ipaddr.js';

/** By what failures are counted; hashed, because people type passwords into the field of the name. */
export interface AttemptKeys {
  /** This user from this address. */
  pair: string;
  /** This address, whichever user. */
  address: string;
  /** This user, from whichever address. */
  user: string;
}

/** Who has one address of IPv6 has all that begin like it. */
const SUBNET_BITS = 64;

/** What counts as one address: an IPv4 address in either notation, or a subnet of IPv6. */
export function senderOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString().split('%')[0]}/${SUBNET_BITS}`).toString();
}

export function attemptKeys(userName: string, address: string): AttemptKeys {
  const name = userName.toLowerCase();
  const sender = senderOf(address);
  return {
    pair: stableId(`${name}\n${sender}`),
    address: stableId(JSON.stringify(['address', sender])),
    user: stableId(JSON.stringify(['user', name])),
  };
}
