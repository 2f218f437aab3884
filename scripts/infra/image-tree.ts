import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root, step } from '../steps.ts';

/** What .dockerignore leaves out below the folders that it lets in. */
const left = new Set(['node_modules', 'dist', 'test']);

const shellWords = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

/**
 * Lays a service's image out in `tree` as service.Dockerfile says: what its stage `install` copies, then the very
 * command that it installs by.
 * @returns the exit code of that command
 */
export async function layOut(service: string, tree: string): Promise<number> {
  const [, stage = ''] =
    /^FROM .* AS install$([\s\S]*?)^FROM /m.exec(readFileSync(join(root, 'infra/docker/service.Dockerfile'), 'utf8')) ??
    [];
  const lines = stage.split('\n').map((line) => line.replaceAll('${SERVICE}', service));
  mkdirSync(tree, { recursive: true });
  let installer = '';
  let code = 1;
  for (const line of lines) {
    const [instruction, ...words] = shellWords(line);
    if (instruction === 'COPY') {
      const target = words.pop() ?? '.';
      for (const source of words) {
        const to = target === './' ? join(tree, basename(source)) : join(tree, target);
        cpSync(join(root, source), to, { recursive: true, filter: (path) => !left.has(basename(path)) });
      }
    }
    if (instruction !== 'RUN') continue;
    const [program, ...args] = words;
    if (program === 'npm') installer = args.find((word) => word.startsWith('pnpm@')) ?? '';
    else if (program === 'pnpm')
      code = await step(
        `the image of ${service}: ${line.slice(4)}`,
        'npx',
        ['-y', installer, ...args],
        { CI: 'true' },
        tree,
      );
  }
  symlinkSync(join(tree, 'services', service), join(tree, 'service'));
  return code;
}
