/** IPv4 that comes by way of IPv6. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;
const GROUPS = 8;
const OF_NETWORK = 4;

const groupsOf = (text: string | undefined): string[] => (text ? text.split(':') : []);

/**
 * By what senders are counted: their address, and of IPv6 the network of 64 bits that it is in, because whoever has one
 * address there has all of them.
 */
export function senderNetwork(address = ''): string {
  if (!address.includes(':')) return address;
  if (MAPPED.test(address)) return address.replace(MAPPED, '');
  const [before, after] = address.toLowerCase().split('::', 2);
  const first = groupsOf(before);
  const last = groupsOf(after);
  // An IPv4 address at the end is two groups.
  const given = first.length + last.length + (address.includes('.') ? 1 : 0);
  const zeros = Array.from({ length: Math.max(0, GROUPS - given) }, () => '0');
  const all = after === undefined ? first : [...first, ...zeros, ...last];
  return all
    .slice(0, OF_NETWORK)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
