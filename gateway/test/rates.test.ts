import { expect, it } from '@jest/globals';
import { Rates } from '../src/door/rates.ts';
import { senderNetwork } from '../src/door/sender-network.ts';

it('lets each caller do so much within a time that begins with the first of it', () => {
  let now = 0;
  const rates = new Rates(2, 1000, () => now);
  expect([rates.take('a'), rates.take('a'), rates.take('b')]).toEqual([0, 0, 0]);
  now = 400;
  expect([rates.take('a'), rates.take('b')]).toEqual([600, 0]);
  now = 1000;
  expect([rates.take('a'), rates.take('a'), rates.take('a')]).toEqual([0, 0, 1000]);
});

it('lets nobody do what may be done no times', () => {
  expect(new Rates(0, 1000).take('a')).toBe(1000);
});

it('forgets of many callers those who began first, and no other', () => {
  const rates = new Rates(1, 1000, () => 0);
  for (let caller = 0; caller <= 20_000; caller++) rates.take(String(caller));
  expect(rates.take('1')).toBe(1000);
  expect(rates.take('0')).toBe(0);
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:1::2:3:4:5', '2001:db8:1:0'],
  ['::1', '0:0:0:0'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0'],
  ['1:2::3:4:5:192.0.2.1', '1:2:0:3'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('counts %s with %s', (address, network) => {
  expect(senderNetwork(address)).toBe(network);
});
