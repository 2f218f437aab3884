import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { limits } from '../../packages/contracts/src/limits.ts';
import { keyFiles } from '../../packages/mains/src/keys/make-keys.ts';
import { distributedSettings } from '../../packages/mains/src/read-settings.ts';
import type { Env } from '../../packages/mains/src/settings.ts';
import { engineKeys, isKnownSetting, processNames, read, root, settingsOf } from './code.ts';

interface Probe {
  httpGet: { path: string; port: string };
}

interface Mount {
  name: string;
  mountPath: string;
  readOnly?: boolean;
}

interface Volume {
  name: string;
  secret?: { secretName: string };
  configMap?: { name: string };
  emptyDir?: { sizeLimit: string };
}

interface Container {
  image: string;
  volumeMounts?: Mount[];
  env?: Array<{ name: string; value: string }>;
  resources?: { limits: { memory: string } };
  lifecycle?: { preStop: { exec: { command: string[] } } };
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
}

interface Pod {
  containers: Container[];
  volumes?: Volume[];
  terminationGracePeriodSeconds?: number;
  topologySpreadConstraints?: Array<{ matchLabelKeys?: string[] }>;
}

interface Thing {
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  spec: {
    template?: { metadata: { labels: Record<string, string> }; spec: Pod };
    ports?: Array<{ name: string; port: number; targetPort: string }>;
    selector?: Record<string, string>;
    replicas?: number;
    scaleTargetRef?: { kind: string; name: string };
  };
}

interface Kustomization {
  resources: string[];
  patches: Array<{ path: string }>;
  configMapGenerator: Array<{ name: string; envs?: string[]; files?: string[] }>;
  secretGenerator: Array<{ name: string; envs?: string[]; files?: string[] }>;
  images: Array<{ name: string }>;
}

const folder = 'infra/k8s';
const kustomization = parse(read(`${folder}/kustomization.yaml`)) as Kustomization;
const things = kustomization.resources.flatMap((file) =>
  parseAllDocuments(read(`${folder}/${file}`)).map((each) => each.toJS() as Thing),
);
const find = (kind: string, name: string): Thing | undefined =>
  things.find((thing) => thing.kind === kind && thing.metadata.name === name);

/** `NAME=value` lines. */
const environment = (file: string): Env =>
  Object.fromEntries(
    read(`${folder}/${file}`)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
const shared = { ...environment('settings.env'), ...environment('secrets/engines.env.example') };
const mainOf = (name: string): Container | undefined => find('Deployment', name)?.spec.template?.spec.containers[0];

/** What `make-keys --to infra/k8s/secrets` makes. */
const madeKeys = [
  keyFiles.token('secrets'),
  keyFiles.checkpoints('secrets'),
  keyFiles.factors('secrets'),
  keyFiles.all('secrets'),
  ...processNames.map((name) => keyFiles.own('secrets', name)),
];

let engines: Awaited<ReturnType<typeof engineKeys>>;
beforeAll(async () => void (engines = await engineKeys()));
afterAll(() => engines.remove());

describe('the keys', () => {
  const patch = parse(read(`${folder}/patches/every-pod.yaml`)) as Thing;
  const podsOf = (name: string) => [patch, find('Deployment', name)].map((thing) => thing?.spec.template?.spec);
  const filesOf = ({ secret, configMap }: Volume): string[] => {
    const { secretGenerator, configMapGenerator } = kustomization;
    const made = secret
      ? secretGenerator.find((each) => each.name === secret.secretName)
      : configMapGenerator.find((each) => each.name === configMap?.name);
    return made?.files ?? [];
  };

  it.each(processNames)(
    'of %s are its own and the public ones of all; the key of the tokens is auth’s alone',
    (name) => {
      const pods = podsOf(name);
      const mounts = pods
        .flatMap((pod) => pod?.containers[0]?.volumeMounts ?? [])
        .filter(({ mountPath }) => mountPath.startsWith('/keys'));
      const volumes = pods.flatMap((pod) => pod?.volumes ?? []).filter(({ name: each }) => !each.startsWith('engine-'));
      const mounted = mounts.map((mount) => {
        const files = volumes.filter((volume) => volume.name === mount.name).flatMap(filesOf);
        return [mount.mountPath, mount.readOnly, ...files];
      });
      expect(mounted.toSorted()).toEqual([
        // With its own goes, to audit alone, the one that signs its checkpoints, and to users that of the second factors.
        [
          '/keys/own',
          true,
          keyFiles.own('secrets', name),
          ...(name === 'audit' ? [keyFiles.checkpoints('secrets')] : []),
          ...(name === 'users' ? [keyFiles.factors('secrets')] : []),
        ],
        ['/keys/public', true, keyFiles.all('secrets')],
        ...(name === 'auth' ? [['/keys/token', true, keyFiles.token('secrets')]] : []),
      ]);
      // Nor by any other way: no volume of a secret that is not mounted above.
      const secrets = volumes.flatMap((volume) => (volume.secret ? filesOf(volume) : []));
      expect(secrets.filter((file) => !mounted.flat().includes(file))).toEqual([]);
      const env = Object.fromEntries((mainOf(name)?.env ?? []).map((each) => [each.name, each.value]));
      expect(env['AUTH_PRIVATE_KEY']).toBe(name === 'auth' ? '/keys/token/token-key.pem' : undefined);
      expect(env['AUDIT_CHECKPOINT_KEY']).toBe(name === 'audit' ? '/keys/own/checkpoint-key.pem' : undefined);
      expect(env['SECOND_FACTOR_KEY']).toBe(name === 'users' ? '/keys/own/second-factor.key' : undefined);
      expect(shared['AUDIT_CHECKPOINT_KEY']).toBeUndefined();
      expect([shared['AUTH_PRIVATE_KEY'], shared['SERVICE_KEY'], shared['SERVICE_KEYS']]).toEqual([
        undefined,
        '/keys/own/service-key.pem',
        '/keys/public/service-keys.json',
      ]);
    },
  );
});

it('has room in the folder for passing files for some of the largest that are handed in at a time', () => {
  const [pod] = parseAllDocuments(read(`${folder}/patches/every-pod.yaml`)).map((each) => each.toJS() as Thing);
  const tmp = pod?.spec.template?.spec.volumes?.find(({ name }) => name === 'tmp');
  const [, gib = '0'] = /^(\d+)Gi$/.exec(tmp?.emptyDir?.sizeLimit ?? '') ?? [];
  expect(Number(gib) * 1024 ** 3).toBeGreaterThan(4 * limits.phonesFileBytes);
});

describe('each pod', () => {
  const { template } = (parse(read(`${folder}/patches/every-pod.yaml`)) as Thing).spec;

  it('stands apart from the others of its service', () => {
    const [constraint] = template?.spec.topologySpreadConstraints ?? [];
    expect(constraint?.matchLabelKeys).toContain('app.kubernetes.io/name');
    for (const name of processNames)
      expect(find('Deployment', name)?.spec.template?.metadata.labels).toMatchObject({
        'app.kubernetes.io/name': name,
      });
  });

  it('answers until nobody is led to it any more, and then has time to end in order', () => {
    const [program, seconds] = template?.spec.containers[0]?.lifecycle?.preStop.exec.command ?? [];
    expect([program, Number(seconds)]).toEqual(['sleep', 5]);
    const bySelf = /limitMs = (\d+)_000/.exec(read('packages/platform/src/runtime/shutdown.ts'))?.[1];
    expect(template?.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(Number(seconds) + Number(bySelf));
  });
});

describe('the settings', () => {
  it('are all known', () => {
    expect(Object.keys(shared).filter((name) => !isKnownSetting(name))).toEqual([]);
  });

  it.each(processNames)('of %s are all there and as they must be', (name) => {
    const own = Object.fromEntries((mainOf(name)?.env ?? []).map((each) => [each.name, each.value]));
    expect(Object.keys(own).filter((each) => !settingsOf(name).some((known) => known === each))).toEqual([]);
    const settings = distributedSettings(settingsOf(name), engines.mounted({ ...shared, ...own }));
    expect(settings.BUS_URL).toMatchObject({
      url: expect.stringMatching(/^kafka\+ssl:/),
      access: { username: 'numscope' },
    });
  });
});

describe('the engines', () => {
  const patches = ['every-pod', 'service-store'].map((file) => parse(read(`${folder}/patches/${file}.yaml`)) as Thing);

  it.each(processNames)('let %s in by files that only their users are given', (name) => {
    const [every, store] = patches;
    const pods = [every, ...(name === 'gateway' ? [] : [store]), find('Deployment', name)];
    const specs = pods.map((thing) => thing?.spec.template?.spec);
    const mounts = specs
      .flatMap((spec) => spec?.containers[0]?.volumeMounts ?? [])
      .filter(({ mountPath }) => mountPath.startsWith('/engines'));
    const used = ['BUS', 'STORE', 'SEARCH', 'BLOB'].filter((prefix) =>
      settingsOf(name).some((each) => each === `${prefix}_URL`),
    );
    const names = used.map((prefix) => prefix.toLowerCase());
    expect(mounts).toEqual(
      names.map((each) => ({ name: `engine-${each}`, mountPath: `/engines/${each}`, readOnly: true })),
    );
    const secrets = specs.flatMap((spec) => spec?.volumes ?? []).filter((volume) => volume.name.startsWith('engine-'));
    for (const { name: volume, secret } of secrets) {
      const made = kustomization.secretGenerator.find((each) => each.name === secret?.secretName);
      const of = volume.slice('engine-'.length);
      expect(made?.files).toEqual([`secrets/${of}/password`, `secrets/${of}/ca.pem`]);
    }
    expect(secrets.length).toBe(mounts.length);
  });
});

describe('faces', () => {
  /** Of a thread that looks for faces while there is work, of the process around, and of the largest picture decoded. */
  const [THREAD_MIB, PROCESS_MIB, PICTURE_MIB] = [450, 256, 320];
  const component = parse(read(`${folder}/face-model/images.yaml`)) as Thing;
  const own = component.spec.template?.spec;
  const mibOf = (container: Container | undefined): number =>
    1024 * Number(/^([\d.]+)Gi$/.exec(container?.resources?.limits.memory ?? '')?.[1]);
  const envOf = (container: Container | undefined): Env =>
    Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]));

  it('have memory for their threads and for the one of searches', () => {
    // Among the settings of all: what a pod says of its own goes before them, without a word.
    expect(envOf(mainOf('images'))['FACE_THREADS']).toBeUndefined();
    const threads = Number(shared['FACE_THREADS']) + 1;
    expect(mibOf(mainOf('images'))).toBeGreaterThanOrEqual(threads * THREAD_MIB + PROCESS_MIB + PICTURE_MIB);
  });

  it('take in each part that an operator turns on', () => {
    const parts = ['components/sign-in', 'components/malware-scan', 'components/audit-syslog', 'face-model', 'backups'];
    const on = read(`${folder}/kustomization.yaml`).replaceAll(/^#(?= +- )/gm, '');
    expect(parse(on)).toMatchObject({ components: parts });
  });

  it('can be compared by a model of the operator’s, in a volume that is mounted where the setting says, to be read', () => {
    const { resources, ...kept } = parse(read(`${folder}/face-model/kustomization.yaml`)) as Kustomization;
    expect([resources, kept.patches.map(({ path }) => path)]).toEqual([undefined, ['images.yaml']]);
    expect([component.kind, component.metadata.name]).toEqual(['Deployment', 'images']);
    const main = own?.containers[0];
    const folderOf = envOf(main)['FACE_MODEL'];
    expect(main?.volumeMounts).toEqual([{ name: 'face-model', mountPath: folderOf, readOnly: true }]);
    expect(own?.volumes?.map(({ name }) => name)).toEqual(['face-model']);
    expect(mibOf(main)).toBeGreaterThan(mibOf(mainOf('images')));
    expect(Object.keys(envOf(main)).filter((name) => !settingsOf('images').some((known) => known === name))).toEqual(
      [],
    );
  });
});

describe('backups', () => {
  const { resources } = parse(read(`${folder}/backups/kustomization.yaml`)) as Kustomization;
  const job = parse(read(`${folder}/backups/backup.yaml`)) as {
    kind: string;
    spec: { jobTemplate: { spec: { template: Required<Thing['spec']>['template'] } } };
  };
  const { metadata, spec: pod } = job.spec.jobTemplate.spec.template;

  it('are made by a job that the kustomization names, for else it finds neither settings nor secrets', () => {
    expect([resources, job.kind]).toEqual([['backup.yaml'], 'CronJob']);
    const [main] = pod.containers;
    expect(main).toMatchObject({
      image: 'numscope/commands',
      envFrom: [{ configMapRef: { name: 'numscope' } }, { secretRef: { name: 'numscope-engines' } }],
    });
    const secrets = (pod.volumes ?? []).flatMap(({ secret }) => secret?.secretName ?? []);
    expect(secrets).toEqual(['numscope-engine-bus', 'numscope-engine-store', 'numscope-engine-blob']);
    const made = kustomization.secretGenerator.map(({ name }) => name);
    expect(secrets.filter((secret) => !made.includes(secret))).toEqual([]);
    const mounted = main?.volumeMounts?.map(({ name }) => name) ?? [];
    expect(mounted.toSorted()).toEqual((pod.volumes ?? []).map(({ name }) => name).sort());
  });

  it('reach the engines', () => {
    expect(metadata.labels).toMatchObject({ 'numscope/door': 'commands' });
    expect(read(`${folder}/network.yaml`)).toContain('matchExpressions: [{ key: numscope/door, operator: Exists }]');
  });
});

describe('the kustomization', () => {
  it('names files that are there; secrets are made by the operator, by an example', () => {
    const generated = [...kustomization.configMapGenerator, ...kustomization.secretGenerator].flatMap(
      ({ envs = [], files = [] }) => [...envs, ...files.map((file) => file.split('=').at(-1) ?? file)],
    );
    const files = [...kustomization.resources, ...kustomization.patches.map(({ path }) => path), ...generated];
    const isThere = (file: string): boolean =>
      existsSync(join(root, folder, file)) ||
      existsSync(join(root, folder, `${file}.example`)) ||
      madeKeys.includes(file) ||
      existsSync(join(engines.folder, file.slice('secrets/'.length)));
    expect(files.filter((file) => !isThere(file))).toEqual([]);
  });

  it('leaves no manifest out', () => {
    const there = globSync('*.yaml', { cwd: join(root, folder) }).filter((file) => file !== 'kustomization.yaml');
    expect(kustomization.resources.toSorted()).toEqual(there.sort());
  });

  it('gives every image a tag', () => {
    expect(kustomization.images.map(({ name }) => name).sort()).toEqual(
      [...processNames, 'commands'].map((name) => `numscope/${name}`).sort(),
    );
  });
});

describe.each(processNames)('%s', (name) => {
  it('has a deployment of its own image, found by a service on the port that the others call', () => {
    expect(mainOf(name)?.image).toBe(`numscope/${name}`);
    const service = find('Service', name);
    expect(service?.spec.ports).toEqual([{ name: 'http', port: 8080, targetPort: 'http' }]);
    expect(find('Deployment', name)?.spec.template?.metadata.labels).toMatchObject(
      service?.spec.selector ?? { none: 'none' },
    );
    if (name !== 'gateway') expect(shared[`${name.toUpperCase()}_URL`]).toBe(`http://${name}:8080`);
  });

  it('is probed on paths that it answers', () => {
    const patch = parse(read(`${folder}/patches/service-probes.yaml`)) as Thing;
    const main = name === 'gateway' ? mainOf(name) : patch.spec.template?.spec.containers[0];
    for (const probe of [main?.startupProbe, main?.livenessProbe, main?.readinessProbe]) {
      expect(['/healthz', '/readyz']).toContain(probe?.httpGet.path);
      expect(probe?.httpGet.port).toBe('http');
    }
    // Killed only for not living; engines that are away make it unready.
    expect(main?.livenessProbe?.httpGet.path).toBe('/healthz');
    // Of what is its own: a gateway that is unready for a service that is away takes the whole product away.
    expect(main?.readinessProbe?.httpGet.path).toBe('/readyz');
  });
});

it('scales only what there is', () => {
  const scaled = things.filter(({ kind }) => kind === 'HorizontalPodAutoscaler').map(({ spec }) => spec.scaleTargetRef);
  expect(scaled.length).toBeGreaterThan(0);
  for (const target of scaled) expect(find(target?.kind ?? '', target?.name ?? '')).toBeDefined();
});

it('says how many pods there are where nothing scales them, and nowhere else: each apply would bring them back to that', () => {
  const scaled = things.flatMap(({ kind, spec }) =>
    kind === 'HorizontalPodAutoscaler' ? (spec.scaleTargetRef?.name ?? []) : [],
  );
  const all = globSync('**/*.yaml', { cwd: join(root, folder) }).flatMap((file) =>
    parseAllDocuments(read(`${folder}/${file}`)).map((each) => each.toJS() as Thing | null),
  );
  const numbered = all.flatMap((thing) =>
    thing?.kind === 'Deployment' && thing.spec.replicas !== undefined ? [thing.metadata.name] : [],
  );
  expect(numbered.sort()).toEqual(processNames.filter((name) => !scaled.includes(name)).toSorted());
});
