import { expect, it } from '@jest/globals';
import { SenderCounts } from '../src/edge/connections.ts';

it('connections of one network of IPv6 count as those of one sender, and one address of IPv4 however it is written', () => {
  const counts = new SenderCounts();
  const add = (...addresses: string[]): number[] => addresses.map((address) => counts.add(address));
  expect(add('2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:db8:1:3::1')).toEqual([1, 2, 1]);
  counts.remove('2001:db8:1:2::1');
  expect(add('2001:db8:1:2::3')).toEqual([2]);
  expect(add('192.0.2.1', '::ffff:192.0.2.1', '192.0.2.2')).toEqual([1, 2, 1]);
});
