import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeEngineKeys } from '../../packages/mains/src/keys/make-engine-keys.ts';
import { makeKeys } from '../../packages/mains/src/keys/make-keys.ts';
import { root } from '../steps.ts';
import { type Finding, has, judge, skipped } from './tools.ts';

const KUSTOMIZE = 'sigs.k8s.io/kustomize/kustomize/v5@v5.7.1';

/** How kustomize is run here; null: not at all. */
function kustomize(): [command: string, args: string[]] | null {
  if (has('kustomize')) return ['kustomize', []];
  return has('go') ? ['go', ['run', KUSTOMIZE]] : null;
}

/** The folder with secrets as an operator makes them: from the examples, and the keys. */
async function manifests(folder: string): Promise<void> {
  cpSync(join(root, 'infra/k8s'), folder, { recursive: true });
  for (const name of ['engines', 'sources'])
    cpSync(join(folder, `secrets/${name}.env.example`), join(folder, `secrets/${name}.env`));
  makeKeys(join(folder, 'secrets'));
  await makeEngineKeys(join(folder, 'secrets'), { names: {} });
}

/** infra/k8s built by kustomize, each manifest by the schemas of Kubernetes. */
export async function checkKubernetes(): Promise<Finding[]> {
  const build = 'infra/k8s built by kustomize';
  const schemas = 'its manifests by the schemas of Kubernetes';
  const tool = kustomize();
  if (!tool) return [skipped(build, 'kustomize and go are missing'), skipped(schemas, 'nothing was built')];
  const folder = mkdtempSync(join(tmpdir(), 'numscope-k8s-'));
  try {
    await manifests(join(folder, 'k8s'));
    const [command, args] = tool;
    console.log(`\n== ${build}`);
    const built = spawnSync(command, [...args, 'build', join(folder, 'k8s')], { cwd: folder, encoding: 'utf8' });
    if (built.status !== 0) {
      console.log(built.stderr);
      return [
        { what: build, result: 'wrong', why: `${command} ended with ${built.status}` },
        skipped(schemas, 'nothing was built'),
      ];
    }
    const file = join(folder, 'all.yaml');
    writeFileSync(file, built.stdout);
    console.log(`${built.stdout.split(/^---$/m).length} manifests`);
    const found: Finding = { what: build, result: 'right' };
    if (!has('kubernetes-validate'))
      return [found, skipped(schemas, 'kubernetes-validate is missing (pip install kubernetes-validate)')];
    return [found, await judge(schemas, 'kubernetes-validate', ['--strict', '--quiet', file])];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
