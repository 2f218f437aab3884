import { BlockList, isIP, isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** Addresses and ranges, to look others up in. */
export class AddressRanges {
  readonly #ranges = new BlockList();

  /** @param given each one that `isAddressRange` knows */
  constructor(given: readonly string[]) {
    for (const text of given) {
      const [address = '', bits] = text.split('/');
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      if (bits === undefined) this.#ranges.addAddress(address, family);
      else this.#ranges.addSubnet(address, Number(bits), family);
    }
  }

  /** An IPv4 address that comes by way of IPv6 is the same one. */
  has(address: string): boolean {
    const plain = address.replace(MAPPED, '');
    return isIP(plain) !== 0 && this.#ranges.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  }
}

/** Whether this is an address, or a range by its first bits (CIDR), of IPv4 or IPv6. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
}
