import { afterEach, expect, it } from '@jest/globals';
import { dropElasticFaces, openElasticFaceIndex, openElasticIndex } from '@numscope/adapters/elastic';
import { createLogger, SettingsError } from '@numscope/platform';
import { type GuardedElastic, guardedElastic } from '@numscope/testing/guarded-elastic';

const log = createLogger('index', 'silent');
let cluster: GuardedElastic;
afterEach(() => cluster.close());

const openProfiles = () => openElasticIndex({ url: cluster.url, prefix: 'own-', log });
const openFaces = () => openElasticFaceIndex({ url: cluster.url, prefix: 'own-', model: 'm', length: 8 });
const faultOf = (opening: Promise<unknown>): Promise<unknown> => opening.catch((error: unknown) => error);

it.each([
  ['profiles', openProfiles, 'own-profiles*'],
  ['faces', openFaces, 'own-faces*'],
])(
  'a user that may make the index of %s, and neither write nor read it, ends the start',
  async (_what, open, names) => {
    cluster = await guardedElastic((right) => right === 'manage');
    const fault = await faultOf(open());
    expect(fault).toBeInstanceOf(SettingsError);
    expect(String(fault)).toMatch('SEARCH_URL: the engine knows the user');
    expect(String(fault)).toContain(`give it read, write on the indices ${names} there`);
    expect(String(fault)).not.toContain('secret');
  },
);

it('names the setting of the user where the address has none', async () => {
  cluster = await guardedElastic((_right, names) => names !== 'own-profiles*');
  const { origin: url } = new URL(cluster.url);
  const access = { username: 'numscope', password: 'secret', ca: null, cert: null, key: null } as const;
  const fault = await faultOf(
    openElasticIndex({ url, access: { ...access, saslMechanism: 'scram-sha-512' }, prefix: 'own-', log }),
  );
  expect(String(fault)).toMatch(/SEARCH_USERNAME: .*give it manage, read, write on the indices own-profiles\*/);
});

it.each([
  ['has all rights', () => true],
  ['is of an engine that does not say what it may', null],
])('a user that %s is let in', async (_what, may) => {
  cluster = await guardedElastic(may);
  for (const open of [openProfiles, openFaces]) await (await open()).close();
});

it('a user without rights on the indices of faces is let in where there are no faces to keep', async () => {
  cluster = await guardedElastic((_right, names) => names !== 'own-faces*');
  await dropElasticFaces({ url: cluster.url, prefix: 'own-' }, null);
  await (await openProfiles()).close();
});
