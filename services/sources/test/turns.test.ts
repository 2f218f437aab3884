import { expect, it } from '@jest/globals';
import { Turns } from '../src/connectors/http/turns.ts';

it('lets so many be under way at once, and the others in the order in which they came', async () => {
  const turns = new Turns(2);
  const begun: string[] = [];
  const begin = async (one: string): Promise<void> => {
    await turns.begin();
    begun.push(one);
  };
  const [first, second, third, fourth] = [begin('a'), begin('b'), begin('c'), begin('d')];
  await Promise.all([first, second]);
  expect(begun).toEqual(['a', 'b']);
  turns.end();
  await third;
  expect(begun).toEqual(['a', 'b', 'c']);
  turns.end();
  await fourth;
  turns.end();
  turns.end();
  expect([turns.begin(), turns.begin()]).toEqual([null, null]);
  expect(turns.begin()).not.toBeNull();
});
