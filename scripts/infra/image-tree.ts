import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root, step } from '../steps.ts';

/** What .dockerignore leaves out below the folders that it lets in. */
const left = new Set(['node_modules', 'dist', 'test']);

/** A stage of an image that installs packages, for one of the services where the image is theirs. */
export interface Stage {
  dockerfile: string;
  stage: string;
  service?: string;
}

const shellWords = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

function linesOf({ dockerfile, stage, service = '' }: Stage): string[] {
  const text = readFileSync(join(root, 'infra/docker', dockerfile), 'utf8');
  const [, lines] = new RegExp(`^FROM .* AS ${stage}$([\\s\\S]*?)^FROM `, 'm').exec(text) ?? [];
  if (lines === undefined) throw new Error(`${dockerfile} has no stage ${stage}`);
  return lines.split('\n').map((line) => line.replaceAll('${SERVICE}', service));
}

function copy(words: readonly string[], tree: string): void {
  const target = words.at(-1) ?? '.';
  for (const source of words.slice(0, -1)) {
    const to = target.endsWith('/') ? join(tree, target, basename(source)) : join(tree, target);
    cpSync(join(root, source), to, { recursive: true, filter: (path) => !left.has(basename(path)) });
  }
}

/**
 * Lays a stage of an image out in `tree` as its Dockerfile says: what it copies, then the very commands that it runs.
 * @returns the exit code of the first command that fails; 0: none
 */
export async function layOut(stage: Stage, tree: string): Promise<number> {
  mkdirSync(tree, { recursive: true });
  let installer = '';
  for (const line of linesOf(stage)) {
    const [instruction, ...words] = shellWords(line);
    if (instruction === 'COPY') copy(words, tree);
    if (instruction !== 'RUN') continue;
    for (const command of line.slice('RUN '.length).split(' && ')) {
      const [program = '', ...args] = shellWords(command);
      if (program === 'npm') {
        installer = args.find((word) => word.startsWith('pnpm@')) ?? '';
        continue;
      }
      const [run, ran] = program === 'pnpm' ? ['npx', ['-y', installer, ...args]] : [program, args];
      const code = await step(`${stage.dockerfile} ${stage.service ?? ''}: ${command}`, run, ran, { CI: 'true' }, tree);
      if (code !== 0) return code;
    }
  }
  if (stage.service !== undefined) symlinkSync(join(tree, 'services', stage.service), join(tree, 'service'));
  return 0;
}
