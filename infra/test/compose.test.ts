import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { keyFiles } from '../../packages/mains/src/keys/make-keys.ts';
import { addressName, distributedSettings } from '../../packages/mains/src/read-settings.ts';
import type { Env } from '../../packages/mains/src/settings.ts';
import { securedEngines } from '../../packages/mains/src/keys/make-engine-keys.ts';
import { engineKeys, isKnownSetting, processNames, read, root, settingsOf, takingFiles } from './code.ts';

interface Container {
  image: string;
  build?: { context: string; dockerfile: string; args?: Record<string, string> };
  environment?: Record<string, string | null>;
  volumes?: string[];
  networks?: string[];
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
  profiles?: string[];
  healthcheck?: { test?: string[]; disable?: boolean };
  user?: string;
  read_only?: boolean;
}

const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  'x-environment': Record<string, string>;
  services: Record<string, Container>;
  networks: Record<string, { internal?: boolean | string } | null>;
  volumes: Record<string, null>;
};
const containers = Object.entries(compose.services);
const of = (name: string): Container => compose.services[name] ?? { image: 'none' };

/** A text as compose makes it with nothing set but what must be. */
const interpolated = (text: string): string =>
  text.replace(/\$\{\w+(?::-([^}]*)|(:\?[^}]*))?\}/g, (_all, fallback, must) => (must ? 'given' : (fallback ?? '')));

const environmentOf = (name: string): Env =>
  Object.fromEntries(
    Object.entries(of(name).environment ?? {}).map(([key, value]) => [key, interpolated(String(value))]),
  );

let keys: Awaited<ReturnType<typeof engineKeys>>;
beforeAll(async () => void (keys = await engineKeys()));
afterAll(() => keys.remove());

describe.each(processNames)('the container of %s', (name) => {
  it('has every setting that its process needs, each as it must be', () => {
    const settings = distributedSettings(settingsOf(name), keys.mounted(environmentOf(name)));
    expect(settings.BUS_URL).toMatchObject({
      url: 'kafka+ssl://kafka:9092',
      access: { username: 'numscope', password: expect.stringMatching(/^[\w-]{43}$/) },
    });
  });

  it('has no setting that nobody knows, and of its own none that its process does not read', () => {
    const names = Object.keys(environmentOf(name));
    expect(names.filter((each) => !isKnownSetting(each))).toEqual([]);
    const own = names.filter((each) => !(each in compose['x-environment']));
    const isRead = (each: string): boolean =>
      settingsOf(name).some((known) => known === each || (known.endsWith('_URL') && isAccessOf(each, known)));
    expect(own.filter((each) => !isRead(each))).toEqual([]);
  });

  it('is given each setting that an operator may choose', () => {
    // Of the image, or of what lies in it: a program that scans.
    const fixed = ['HOST', 'PORT', 'DATA_DIR', 'UPLOAD_SCAN_COMMAND'];
    const env = environmentOf(name);
    expect(settingsOf(name).filter((each) => !(each in env) && !fixed.includes(each))).toEqual([]);
  });

  it('is not root, writes nothing of its image, and waits for its engines', () => {
    expect(of(name)).toMatchObject({ user: 'node', read_only: true });
    const engines = [
      'keys',
      'kafka-user',
      'mongodb',
      ...(settingsOf(name).includes('SEARCH_URL') ? ['elasticsearch'] : []),
      ...(settingsOf(name).includes('BLOB_URL') ? ['minio'] : []),
    ];
    expect(Object.keys(of(name).depends_on ?? {}).sort()).toEqual(engines.sort());
  });
});

/** Whether a setting says as whom an engine is used. */
const isAccessOf = (name: string, url: string): boolean =>
  /^(?:BUS|STORE|SEARCH|BLOB)_URL$/.test(url) && name.startsWith(url.slice(0, -'URL'.length));

describe('the engines', () => {
  const mountsAt = (name: string, path: RegExp): string[] =>
    (of(name).volumes ?? []).filter((volume) => path.test(volume.split(':')[1] ?? ''));

  it.each(processNames)('let %s in by files that only their users are given', (name) => {
    const used = securedEngines
      .map(({ client }) => client)
      .filter((client) => settingsOf(name).some((each) => each === `${client.toUpperCase()}_URL`));
    expect(mountsAt(name, /^\/engines/)).toEqual(used.map((client) => `engine-${client}:/engines/${client}:ro`));
    const env = keys.mounted(environmentOf(name));
    for (const client of used)
      for (const file of ['PASSWORD_FILE', 'CA_FILE'])
        expect(env[`${client.toUpperCase()}_${file}`]).toMatch(new RegExp(`^${keys.folder}/${client}/`));
  });

  it.each(securedEngines.map((engine) => [engine.name]))('%s has its own files alone, and waits for them', (name) => {
    const volumes = (of(name).volumes ?? []).filter((volume) => /^(?:secured|engine)-/.test(volume));
    expect(volumes).toEqual([expect.stringMatching(new RegExp(`^secured-${name}:/[\\w/]+:ro$`))]);
    expect(of(name).depends_on).toHaveProperty('engine-keys');
    for (const [, file] of JSON.stringify(of(name)).matchAll(/[/ ]engine\/([\w.-]+)/g))
      expect(existsSync(join(keys.folder, name, file ?? ''))).toBe(true);
  });

  it('get what is made for them from where it is made', () => {
    const made = (of('engine-keys').volumes ?? []).map((volume) => volume.split(':'));
    expect(made.map(([, path]) => path)).toEqual([
      '/engines/authority',
      ...securedEngines.map(({ client }) => `/engines/${client}`),
      ...securedEngines.map(({ name }) => `/engines/${name}`),
    ]);
    expect(made.map(([volume]) => volume)).toEqual([
      'engine-authority',
      ...securedEngines.map(({ client }) => `engine-${client}`),
      ...securedEngines.map(({ name }) => `secured-${name}`),
    ]);
  });

  it('have no password in an address', () => {
    const printed = JSON.stringify(compose);
    expect(printed).not.toMatch(/:\/\/[^/@"\s]+@/);
  });
});

describe('the keys', () => {
  /** Where each volume of keys is mounted, as `/keys/own`. */
  const mountsOf = (name: string): Record<string, string> =>
    Object.fromEntries(
      (of(name).volumes ?? [])
        .filter((volume) => volume.includes(':/keys'))
        .map((volume) => volume.split(':').slice(0, 2) as [string, string]),
    );

  it.each(processNames)(
    'of %s are its own and the public ones of all; the key of the tokens is auth’s alone',
    (name) => {
      const token = name === 'auth' ? { keys: '/keys/token' } : {};
      expect(mountsOf(name)).toEqual({ ...token, [`key-${name}`]: '/keys/own', 'keys-public': '/keys/public' });
      expect(of(name).volumes?.filter((volume) => volume.includes(':/keys') && !volume.endsWith(':ro'))).toEqual([]);
      const env = environmentOf(name);
      expect(env['AUDIT_CHECKPOINT_KEY']).toBe(name === 'audit' ? '/keys/own/checkpoint-key.pem' : undefined);
      expect(env['SECOND_FACTOR_KEY']).toBe(name === 'users' ? '/keys/own/second-factor.key' : undefined);
      expect([env['AUTH_PRIVATE_KEY'], env['SERVICE_KEY'], env['SERVICE_KEYS']]).toEqual([
        name === 'auth' ? keyFiles.token('/keys') : undefined,
        '/keys/own/service-key.pem',
        keyFiles.all('/keys'),
      ]);
    },
  );

  it('are made each where it is mounted from', () => {
    const own = processNames.map((name) => [`key-${name}`, dirname(keyFiles.own('/keys', name))]);
    expect(mountsOf('keys')).toEqual({
      ...Object.fromEntries(own),
      keys: '/keys/token',
      'keys-public': '/keys/public',
    });
    for (const name of processNames)
      expect(read('infra/docker/service.Dockerfile')).toMatch(new RegExp(`for name in .*\\b${name}\\b`));
  });

  it('of the tokens are made anew with the sessions as long as those of auth', () => {
    expect(of('keys').environment?.['SESSION_HOURS']).toBe(of('auth').environment?.['SESSION_HOURS']);
  });

  it('reach no container but those', () => {
    const others = containers.filter(([name]) => name !== 'keys' && !processNames.some((each) => each === name));
    expect(others.filter(([name]) => Object.keys(mountsOf(name)).length > 0)).toEqual([]);
  });
});

describe('the networks', () => {
  it('lead those to the scanner who are given files, and nobody else', () => {
    const given = takingFiles();
    expect(containers.filter(([, { networks = [] }]) => networks.includes('scanner')).map(([name]) => name)).toEqual(
      given,
    );
    expect(given.length).toBe(3);
    const { UPLOAD_SCAN_ICAP, UPLOAD_SCAN_SECONDS } = compose['x-environment'];
    expect([UPLOAD_SCAN_ICAP, UPLOAD_SCAN_SECONDS].map(String).map(interpolated)).toEqual(['', '60']);
    // Nothing is let out unless the operator says so.
    expect(interpolated(String(compose.networks['scanner']?.internal))).toBe('true');
  });

  it('lead audit to the syslog server, and nobody else', () => {
    expect(containers.filter(([, { networks = [] }]) => networks.includes('syslog')).map(([name]) => name)).toEqual([
      'audit',
    ]);
    expect(interpolated(String(compose.networks['syslog']?.internal))).toBe('true');
  });

  it('lead auth to the identity provider, and nobody else', () => {
    expect(containers.filter(([, { networks = [] }]) => networks.includes('sign-in')).map(([name]) => name)).toEqual([
      'auth',
    ]);
    expect(interpolated(String(compose.networks['sign-in']?.internal))).toBe('true');
  });

  it('lead to the outside those alone who ask others', () => {
    const out = processNames.filter((name) => of(name).networks?.includes('outside'));
    expect(out).toEqual(['gateway', 'sources']);
  });
});

it('looks at one picture at a time, and can be given a model of the operator’s from a folder that is only read', () => {
  expect(of('images').volumes).toContain('./face-model:/face-model:ro');
  expect(environmentOf('images')).toMatchObject({ FACE_THREADS: '1', FACE_MODEL: '' });
  expect(of('images').environment?.['FACE_MODEL']).toBe('${FACE_MODEL:-}');
});

describe('the commands', () => {
  it('have the engines as the services have them, for backups and for moving up', () => {
    const given = distributedSettings(
      ['BUS_URL', 'STORE_URL', 'SEARCH_URL', 'BLOB_URL'],
      keys.mounted(environmentOf('commands')),
    );
    const env = keys.mounted(environmentOf('images'));
    expect(given).toEqual(distributedSettings(['BUS_URL', 'STORE_URL', 'SEARCH_URL', 'BLOB_URL'], env));
    expect(of('commands').volumes).toEqual(
      expect.arrayContaining(securedEngines.map(({ client }) => `engine-${client}:/engines/${client}:ro`)),
    );
    expect(Object.keys(environmentOf('commands')).filter((each) => !isKnownSetting(each))).toEqual([]);
  });

  it('are in their image where a document runs them there', () => {
    const [, there = ''] = /^COPY (scripts\/.*) scripts\/$/m.exec(read('infra/docker/commands.Dockerfile')) ?? [];
    const pages = ['docs/distributed.md', 'docs/operating.md', 'infra/docker/commands.Dockerfile'].map(read).join('\n');
    const run = [...pages.matchAll(/\bcommands node (scripts\/[\w-]+\.ts)/g)].map(([, script]) => script);
    expect([...new Set(run)].sort()).toEqual(expect.arrayContaining(['scripts/faces.ts', 'scripts/move-up.ts']));
    expect(run.filter((script) => !there.split(' ').includes(script ?? ''))).toEqual([]);
  });
});

describe('docker-compose.yml', () => {
  it('names the services as the settings do', () => {
    for (const name of processNames) {
      if (name !== 'gateway') expect(compose['x-environment'][addressName(name)]).toBe(`http://${name}:8080`);
    }
  });

  it('builds from files that are there, and mounts files that are there', () => {
    for (const [, { build, volumes = [] }] of containers) {
      if (build)
        expect([build.dockerfile, existsSync(join(root, build.context, build.dockerfile))]).toEqual([
          build.dockerfile,
          true,
        ]);
      for (const volume of volumes) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('./infra/')) expect([source, existsSync(join(root, source))]).toEqual([source, true]);
        else if (!source.startsWith('./')) expect([source, source in compose.volumes]).toEqual([source, true]);
      }
    }
  });

  it('waits for containers that there are, for the health of those that tell it', () => {
    for (const [name, { depends_on: needed = {} }] of containers) {
      for (const [other, { condition }] of Object.entries(needed)) {
        expect([name, other, other in compose.services]).toEqual([name, other, true]);
        if (condition === 'service_healthy')
          expect([other, of(other).healthcheck?.test !== undefined]).toEqual([other, true]);
      }
    }
  });

  it('opens ports only where there is a network to the outside, the gateway only without a profile', () => {
    for (const [name, { ports, networks = [], profiles }] of containers) {
      for (const network of networks) expect([name, network in compose.networks]).toEqual([name, true]);
      if (!ports) continue;
      expect(networks).toContain('outside');
      expect(ports.every((port) => port.startsWith('127.0.0.1:') || port.startsWith('${HOST:-127.0.0.1}:'))).toBe(true);
      expect([name, name === 'gateway' || profiles?.length === 1]).toEqual([name, true]);
    }
  });

  it('takes images by a version, from the registry that needs no name', () => {
    for (const [name, { image, build }] of containers) {
      expect([name, image.split('/')[0]?.includes('.') && image.includes('/')]).toEqual([name, false]);
      if (!build) expect([name, image]).toEqual([name, expect.stringMatching(/:[\w.-]*\d[\w.-]*$/)]);
    }
  });
});

describe('the images', () => {
  it.each([
    ['service.Dockerfile', 'packages/platform/src/http/service-app.ts'],
    ['gateway.Dockerfile', 'gateway/src/health/operations.ts'],
  ])('of %s are asked for their own health, on a path that is there', (file, source) => {
    const path = /fetch\('http:\/\/127\.0\.0\.1:8080(\/[\w/-]+)'\)/.exec(read(`infra/docker/${file}`))?.[1];
    const served = ['/healthz', '/readyz'].filter((each) => read(source).includes(`'${each}'`));
    expect(served).toContain(path);
  });
});
