import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { exportFormats } from '@numscope/contracts';
import { run } from '@numscope/cli';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'numscope-completion-'));
  await writeFile(join(folder, 'my phones.csv'), '');
  for (const shell of ['bash', 'zsh', 'fish']) {
    let script = '';
    const out = { write: (text: string | Uint8Array) => Boolean((script += String(text))), once: () => undefined };
    expect(await run(['completion', shell], { env: {}, out, err: out })).toBe(0);
    await writeFile(join(folder, `numscope.${shell}`), script);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const shellIsThere = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

/** What a shell offers for the last of these words, without what it says of each. */
async function offered(shell: 'bash' | 'fish', words: readonly string[]): Promise<string[]> {
  const ask = {
    bash: `source numscope.bash; COMP_WORDS=(numscope "$@"); COMP_CWORD=$#; _numscope; printf '%s\\n' "\${COMPREPLY[@]}"`,
    fish: `source numscope.fish; complete -C "numscope $argv"`,
  };
  const { stdout } = await promisify(execFile)(shell, ['-c', ask[shell], shell === 'bash' ? 'bash' : '--', ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder },
  });
  return stdout
    .split('\n')
    .map((line) => line.replace(/\t.*/, ''))
    .filter((line) => line !== '');
}

for (const shell of ['bash', 'fish'] as const) {
  // Every machine of ours has bash.
  const test = shell === 'bash' || shellIsThere(shell) ? it : it.skip;

  test.each<[string[], string[]]>([
    [['jo'], ['job']],
    [['job', 'cr'], ['create']],
    [['--json', 'job', 'wa'], ['watch']],
    [['job', 'create', '--wa'], ['--watch']],
    [['job', 'create', '--name', 'March', '--purpose', 'x', '--prio'], ['--prioritised']],
    [['job', 'create', 'phones.csv', '--skip'], ['--skip-invalid-lines']],
    [['job', 'create', '--name', 'job', 'my'], ['my phones.csv']],
    [['profile', 'export', '--format', ''], [...exportFormats]],
    [['profile', 'export', '--format', 's'], ['stix']],
    [['profile', 'export', '--format', 'csv', '--ou'], ['--out']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['erase', '+998901234567', '--pu'], ['--purpose']],
    [['nothing', 'cre'], []],
  ])(`${shell} completes %j by %j`, async (words, expected) => {
    // fish writes a blank of a file's name with a backslash.
    const found = (await offered(shell, words)).map((each) => each.replaceAll('\\ ', ' '));
    expect(found.toSorted()).toEqual(expected.toSorted());
  });
}

it('is a script that zsh reads without a fault, where there is one', () => {
  if (!shellIsThere('zsh')) return;
  const read = `source numscope.zsh && print -r -- $_comps[numscope]`;
  const { status, stdout, stderr } = spawnSync('zsh', ['-f', '-c', read], { cwd: folder, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('_numscope');
});
