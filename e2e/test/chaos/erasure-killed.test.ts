import { expect, it } from '@jest/globals';
import { eraseWhileKilled } from '../../src/kills/erasure-killed.ts';
import { killedProduct } from '../../src/kills/killed-product.ts';
import { filesWith, tablesWith } from '../../src/records/kept-bytes.ts';
import { full } from '../../src/scale.ts';

const killed = killedProduct();
const { dataDir } = killed;

it('an erasure that was killed in the middle is finished by the next start', async () => {
  await killed.start({ embedded: true, env: { SANDBOX: 'true' } });
  const people = await eraseWhileKilled({
    ...killed,
    // While jobs, sources, the profile or the events are at it.
    moments: full ? [5, 20, 40, 80, 160] : [20, 80],
    patienceMs: 30_000,
  });
  await killed.product().stop();
  const content = people.flatMap(({ emails, id }) => [...emails, id]);
  expect(tablesWith(dataDir, content)).toEqual([]);
  expect(filesWith(dataDir, content)).toEqual([]);
  const digits = people.map(({ phone }) => phone.slice(1));
  const named = tablesWith(dataDir, digits).filter((place) => !/^audit\.sqlite|^profiles\.sqlite erasures/.test(place));
  expect(named).toEqual([]);
}, 300_000);
