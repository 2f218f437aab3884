import { expect, it } from '@jest/globals';
import { withOtherNetworks } from '../src/domain/other-networks.ts';

const answerOf = (items: number) => ({
  names: [{ name: 'Own Name', type: 'OK' }],
  other: {
    VK: Array.from({ length: items }, (_none, at) => ({
      firstName: `A${at}`,
      lastNames: ['B'],
      socialNetworkId: `id${at}`,
      emails: [`A${at}@example.org`],
      site: `https://example.org/${at}`,
    })),
  },
});

it('puts what was found in other networks beside a source’s own, in its order', () => {
  const fields = withOtherNetworks(answerOf(2));
  expect(fields).toMatchObject({
    names: [
      { name: 'Own Name', type: 'OK' },
      { name: 'A0 B', type: 'UNKNOWN' },
      { name: 'A1 B', type: 'UNKNOWN' },
    ],
    socialNetworks: [
      { id: 'id0', socialNetwork: 'VK' },
      { id: 'id1', socialNetwork: 'VK' },
    ],
    emails: ['a0@example.org', 'a1@example.org'],
    sites: ['https://example.org/0', 'https://example.org/1'],
  });
});

it('takes as long for each of very many items as for each of few', () => {
  const costOf = (answers: Array<ReturnType<typeof answerOf>>): number => {
    const begun = process.threadCpuUsage();
    for (const answer of answers) withOtherNetworks(answer);
    const { user, system } = process.threadCpuUsage(begun);
    return user + system;
  };
  const few = Array.from({ length: 40 }, () => answerOf(1000));
  const many = [answerOf(40_000)];
  // The least of several: once it is compiled, and with the least done by others beside it.
  const least = (answers: typeof few): number => Math.min(...Array.from({ length: 5 }, () => costOf(answers)));
  // To copy the lists for each item took over a hundred times as long.
  expect(least(many)).toBeLessThan(10 * least(few));
});
