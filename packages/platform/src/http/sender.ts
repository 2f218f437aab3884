import { isIPv6 } from 'node:net';

const NETWORK_GROUPS = 4;

/** The eight groups of 16 bits of an IPv6 address, in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  // As a host it is written in its shortest form, also one that ends like an IPv4 address.
  const host = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? '';
  const [first = [], last = []] = host.split('::').map((part) => part.split(':').filter(Boolean));
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last];
}

/**
 * What counts as one sender: an IPv4 address, whichever way it is written, or of IPv6 the network of 64 bits, because
 * whoever has one address has all of it.
 */
export function senderOf(address: string): string {
  // Behind the sign stands through which interface it came.
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  const bytes = groups.slice(6).flatMap((group) => {
    const bits = Number.parseInt(group, 16);
    return [Math.trunc(bits / 256), bits % 256];
  });
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return bytes.join('.');
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}
