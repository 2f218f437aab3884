import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { serviceNames } from '../../packages/contracts/src/lists.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Package {
  name: string;
  dependencies?: Record<string, string>;
}

const folderOf = (name: string): string => {
  const short = name.replace('@numscope/', '');
  return (
    [`services/${short}`, `packages/${short}`, short].find((folder) =>
      existsSync(join(root, folder, 'package.json')),
    ) ?? short
  );
};

/** The folders of the workspace that a package needs when it runs, itself included. */
const needed = (name: string): Set<string> => neededIn(folderOf(name));

function neededIn(folder: string, found = new Set<string>()): Set<string> {
  if (found.has(folder)) return found;
  found.add(folder);
  const { dependencies } = JSON.parse(read(`${folder}/package.json`)) as Package;
  for (const [dependency, version] of Object.entries(dependencies ?? {}))
    if (version.startsWith('workspace:')) neededIn(folderOf(dependency), found);
  return found;
}

/** What a stage of a Dockerfile copies of the workspace's packages. */
function copied(dockerfile: string, service = '', named = 'install'): string[] {
  const stage =
    read(`infra/docker/${dockerfile}`)
      .split(new RegExp(`^FROM .* AS ${named}$`, 'm'))[1]
      ?.split(/^FROM /m)[0] ?? '';
  const sources = [...stage.matchAll(/^COPY (\S+) \S+$/gm)].map(([, source]) =>
    (source ?? '').replace('${SERVICE}', service),
  );
  return sources.filter((source) => existsSync(join(root, source, 'package.json')));
}

describe('the images', () => {
  it.each(serviceNames)('of %s has each package of the workspace that it needs, and its main', (service) => {
    expect(copied('service.Dockerfile', service)).toEqual(expect.arrayContaining([...needed(`@numscope/${service}`)]));
    expect(existsSync(join(root, 'services', service, 'src', 'main.ts'))).toBe(true);
  });

  it('of the gateway has each package of the workspace that it needs, its main and no more', () => {
    expect(copied('gateway.Dockerfile').sort()).toEqual([...needed('@numscope/gateway')].sort());
    expect(existsSync(join(root, 'gateway/src/main.ts'))).toBe(true);
  });

  it('of the gateway builds the console of each package of the workspace that it is made of', () => {
    const parts = globSync('frontends/*/package.json', { cwd: root }).map((file) => dirname(file));
    const made = new Set(parts.flatMap((part) => [...neededIn(part)]));
    const there = copied('gateway.Dockerfile', '', 'console');
    expect([...made].filter((folder) => !there.includes(folder) && !folder.startsWith('frontends/'))).toEqual([]);
    expect(made.size).toBeGreaterThan(parts.length);
    // Without the braces pnpm takes the parts alone, and nothing of what they need.
    expect(read('infra/docker/gateway.Dockerfile')).toMatch(
      /COPY frontends frontends\n(?:.*\n)*RUN pnpm install --frozen-lockfile --filter "\{\.\/frontends\/\*\}\.\.\." && node scripts\/build\.ts/,
    );
  });

  it('run on the Node.js of the workspace, and install with its pnpm', () => {
    const version = (JSON.parse(read('package.json')) as { devDependencies: { node: string } }).devDependencies.node;
    const pnpm = /pnpm@[\d.]+/.exec(read('scripts/run.mjs'))?.[0] ?? 'none';
    for (const file of ['service.Dockerfile', 'gateway.Dockerfile', 'commands.Dockerfile']) {
      expect(read(`infra/docker/${file}`)).toContain(`ARG NODE_VERSION=${version}\n`);
      expect(read(`infra/docker/${file}`)).toContain(`${pnpm}\n`);
    }
  });
});
