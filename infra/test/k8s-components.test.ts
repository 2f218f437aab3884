import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { distributedSettings, type Env, signInSettings } from '../../packages/mains/src/index.ts';
import { engineKeys, isKnownSetting, read, root, settingsOf, takingFiles } from './code.ts';

interface Generator {
  name: string;
  behavior?: string;
  envs?: string[];
  files?: string[];
}

interface Component {
  kind: string;
  resources: string[];
  configMapGenerator?: Generator[];
  secretGenerator?: Generator[];
  patches?: Array<{ path: string }>;
}

interface Policy {
  spec: {
    podSelector: { matchLabels?: Record<string, string>; matchExpressions?: Array<{ values: string[] }> };
    egress: Array<{ to: Array<{ ipBlock: { cidr: string } }>; ports: Array<{ port: number }> }>;
  };
}

interface Patch {
  metadata: { name: string };
  spec: {
    template: {
      spec: {
        volumes: Array<{ secret: { secretName: string } }>;
        containers: Array<{
          name: string;
          env: Array<{ name: string; value: string }>;
          volumeMounts: Array<{ mountPath: string }>;
        }>;
      };
    };
  };
}

const folder = 'infra/k8s/components';
const component = (name: string): Component => parse(read(`${folder}/${name}/kustomization.yaml`)) as Component;
const environment = (file: string): Env =>
  Object.fromEntries(
    read(file)
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
const policyOf = (name: string): Policy => parse(read(`${folder}/${name}/network.yaml`)) as Policy;

let keys: Awaited<ReturnType<typeof engineKeys>>;
beforeAll(async () => void (keys = await engineKeys()));
afterAll(() => keys.remove());

const all = globSync('*', { cwd: join(root, folder) }).sort();

describe.each(all)('the part %s', (name) => {
  it('is offered by the kustomization, and names files that are there or are made by an example', () => {
    const { kind, resources, configMapGenerator = [], secretGenerator = [], patches = [] } = component(name);
    expect(kind).toBe('Component');
    expect(read('infra/k8s/kustomization.yaml')).toContain(`#  - components/${name} `);
    const files = [
      ...resources,
      ...patches.map(({ path }) => path),
      ...[...configMapGenerator, ...secretGenerator].flatMap(({ envs = [], files: given = [] }) => [...envs, ...given]),
    ];
    const isThere = (file: string): boolean =>
      [file, `${file}.example`].some((each) => existsSync(join(root, folder, name, each)));
    expect(files.filter((file) => !isThere(file))).toEqual([]);
    // Settings go to what all processes are given.
    expect(configMapGenerator.map(({ name: map, behavior }) => [map, behavior])).toEqual([['numscope', 'merge']]);
  });

  it('has settings that are known', () => {
    const env = environment(`${folder}/${name}/${name}.env`);
    expect(Object.keys(env).filter((each) => !isKnownSetting(each))).toEqual([]);
    expect(Object.keys(env).length).toBeGreaterThan(0);
  });
});

it('signing in at a provider leads auth there, and gives the secret to it alone', () => {
  const { egress, podSelector } = policyOf('sign-in').spec;
  expect(podSelector).toEqual({ matchLabels: { 'app.kubernetes.io/name': 'auth' } });
  expect(egress[0]?.ports).toContainEqual({ port: 443 });
  const patch = parse(read(`${folder}/sign-in/auth.yaml`)) as Patch;
  const { volumes, containers } = patch.spec.template.spec;
  expect(patch.metadata.name).toBe('auth');
  expect(volumes.map(({ secret }) => secret.secretName)).toEqual(
    component('sign-in').secretGenerator?.map(({ name }) => name),
  );
  const secret = containers[0]?.env.find(({ name }) => name === 'OIDC_CLIENT_SECRET_FILE');
  expect(secret?.value).toBe(`${containers[0]?.volumeMounts[0]?.mountPath}/client-secret`);
  expect(settingsOf('auth')).toContain('OIDC_CLIENT_SECRET_FILE');

  const env = {
    ...environment('infra/k8s/settings.env'),
    ...environment('infra/k8s/secrets/engines.env.example'),
    ...environment(`${folder}/sign-in/sign-in.env`),
    AUTH_PRIVATE_KEY: '/keys/token/token-key.pem',
    OIDC_CLIENT_SECRET_FILE: join(root, folder, 'sign-in/client-secret.example'),
  };
  const { provider } = signInSettings(distributedSettings(settingsOf('auth'), keys.mounted(env)));
  expect(provider).toMatchObject({ clientSecret: 'the-secret-that-the-identity-provider-gave' });
});

it('a syslog server is reached by audit, and by nobody else', () => {
  const { egress, podSelector } = policyOf('audit-syslog').spec;
  expect(podSelector).toEqual({ matchLabels: { 'app.kubernetes.io/name': 'audit' } });
  const { port } = new URL(environment(`${folder}/audit-syslog/audit-syslog.env`)['AUDIT_SYSLOG_URL'] ?? '');
  expect(egress[0]?.ports).toContainEqual({ port: Number(port) });
});

it('a scanner of uploads is reached by all who are given files, and by nobody else', () => {
  const { egress, podSelector } = policyOf('malware-scan').spec;
  expect(podSelector.matchExpressions?.[0]?.values).toEqual(takingFiles());
  const { port } = new URL(environment(`${folder}/malware-scan/malware-scan.env`)['UPLOAD_SCAN_ICAP'] ?? '');
  expect(egress[0]?.ports).toContainEqual({ port: Number(port) });
});
