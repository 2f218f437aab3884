import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tempDir } from '../../packages/testing/src/temp-dir.ts';
import * as z from 'zod';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dir = tempDir();
afterAll(() => dir.remove());

const Results = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ title: z.string() })),
    }),
  ),
});

/** A test that finds its process as it was begun, and changes it. */
const changing = `
  import { appendFileSync } from 'node:fs';
  import { expect, it, jest } from '@jest/globals';
  import { ran } from './helper.ts';
  it('is the first to change its process, of ' + process.pid, () => {
    expect([process.env.LEFT, globalThis.left, process.cwd() === '/', Date.now() === 1]).toEqual([undefined, undefined, false, false]);
    expect([process.umask() === 0o777, process.listenerCount('SIGUSR2')]).toEqual([false, 0]);
    process.env.LEFT = 'left';
    delete process.env.PATH;
    globalThis.left = 'left';
    process.chdir('/');
    process.umask(0o777);
    process.on('SIGUSR2', () => {});
    jest.useFakeTimers();
    jest.spyOn(Date, 'now').mockReturnValue(1);
    jest.setTimeout(1);
  });
  it('has the hooks of its helper', () => expect(ran).toEqual(['after a test of ' + import.meta.url.split('=')[1]]));
`;
const helper = `
  import { afterEach } from '@jest/globals';
  export const ran = [];
  afterEach(() => ran.push('after a test of ' + import.meta.url.split('=')[1]));
`;
/** A test of this body, called by its process. */
const testOf = (body: string): string =>
  `import { createServer } from 'node:net'; import { Worker } from 'node:worker_threads'; import { it } from '@jest/globals';
  it('runs in process ' + process.pid, async () => { ${body} });`;
const fine = testOf('');
/** What a loop without an end does here: its thread hears nothing meanwhile, but leaves the processor to others. */
const nap = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)';
const threads = testOf(`new Worker('setInterval(() => {}, 1000)', { eval: true }).unref();`);
const server = testOf(`await new Promise((resolve) => createServer().listen(0, '127.0.0.1', resolve));`);

/** Finds what the console keeps as at its beginning, and changes it. */
const withPage = `import './page.ts'; import { kept } from '../src/kept.ts';
  ${testOf(`if (kept.size > 0) throw new Error('kept of another page'); kept.add('kept');`)}`;

const files: Record<string, string> = {
  'changes/test/helper.ts': helper,
  'changes/test/one.test.ts': changing,
  'changes/test/two.test.ts': changing,
  'errors/late.test.ts': testOf(`setTimeout(() => { throw new Error('too late'); }, 50);`),
  'errors/other.test.ts': fine,
  'exits/exit.test.ts': testOf('process.exit(3);'),
  'exits/other.test.ts': fine,
  'stuck/loop.test.ts': testOf(`const circle = () => { for (;;) ${nap}; }; circle();`),
  'stuck/other.test.ts': fine,
  // Where it is stuck is a function of Node.js, which the file called.
  'stays/end.test.ts': testOf(`process.on('exit', () => {
    const { EventEmitter } = process.getBuiltinModule('events');
    const naps = new EventEmitter().on('nap', Atomics.wait.bind(null, new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20));
    for (;;) naps.emit('nap');
  });`),
  'leaves/server.test.ts': server,
  'leaves/server-too.test.ts': server,
  'leaves/thread.test.ts': threads,
  'leaves/thread-too.test.ts': threads,
  'asks/alone.test.ts': `/** @alone It asks to be. */\n${fine}`,
  'asks/other.test.ts': fine,
  'frontends/some/test/page.ts': 'Object.assign(globalThis, { window: {} });',
  'frontends/some/src/kept.ts': 'export const kept: Set<string> = new Set();',
  'frontends/some/test/page.test.ts': withPage,
  'frontends/some/test/page-too.test.ts': withPage,
  'frontends/some/test/rule.test.ts': fine,
  'frontends/some/test/rule-too.test.ts': fine,
};
const results = new Map<string, z.infer<typeof Results>['testResults'][number]>();
const pidOf = (file: string): string =>
  /process, of (\d+)|in process (\d+)/
    .exec(results.get(file)?.assertionResults[0]?.title ?? '')
    ?.slice(1)
    .join('') ?? '';
let printed = '';
const messageOf = (file: string): string => results.get(file)?.message ?? '';

beforeAll(() => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir.path, name)), { recursive: true });
    writeFileSync(join(dir.path, name), text);
  }
  const config = {
    rootDir: dir.path,
    runner: join(root, 'scripts/jest/runner.mjs'),
    testMatch: ['**/*.test.ts'],
    extensionsToTreatAsEsm: ['.ts'],
    transform: {},
    // One goes on while the other is stuck.
    maxWorkers: 2,
    forceExit: true,
  };
  writeFileSync(join(dir.path, 'jest.config.json'), JSON.stringify(config));
  const outputFile = join(dir.path, 'results.json');
  const words = ['--config', join(dir.path, 'jest.config.json'), '--json', '--outputFile', outputFile];
  const command = ['--experimental-vm-modules', join(root, 'node_modules/jest/bin/jest.js'), ...words];
  const env = { ...process.env, NUMSCOPE_TEST_STUCK_MS: '15000' };
  printed = spawnSync(process.execPath, command, { env, encoding: 'utf8' }).stderr;
  for (const result of Results.parse(JSON.parse(readFileSync(outputFile, 'utf8'))).testResults)
    results.set(`${basename(dirname(result.name))}/${basename(result.name)}`, result);
});

describe('the runner of test files', () => {
  it('puts back what a file changed of its process before the next, which has its helpers for itself', () => {
    expect([messageOf('test/one.test.ts'), messageOf('test/two.test.ts')]).toEqual(['', '']);
    expect(pidOf('test/one.test.ts')).toBe(pidOf('test/two.test.ts'));
  });

  it('fails the file whose timer throws when its tests are over, and no other', () => {
    expect(messageOf('errors/late.test.ts')).toContain('too late');
    expect(results.get('errors/other.test.ts')?.status).toBe('passed');
  });

  it('fails the file that ends its process, and no other', () => {
    expect(messageOf('exits/exit.test.ts')).toContain('ended before its tests did: 3');
    expect(results.get('exits/other.test.ts')?.status).toBe('passed');
  });

  it('fails the file that never comes to its end, tells where it is, and no other', () => {
    expect(messageOf('stuck/loop.test.ts')).toMatch(
      /waited for nothing in 15 seconds\. It was\s+at circle \(.*loop\.test\.ts/,
    );
    expect(results.get('stuck/other.test.ts')?.status).toBe('passed');
  });

  it('goes on where a process does not end after its files, and tells where that is', () => {
    expect(results.get('stays/end.test.ts')?.status).toBe('passed');
    expect(printed).toMatch(
      /stays\/end\.test\.ts is killed, as it did not end in 15 seconds\. It was\s+at .*end\.test\.ts/,
    );
  });

  it('takes another process after a file that left a server or a thread running', () => {
    const left = ['server', 'server-too', 'thread', 'thread-too'].map((name) => pidOf(`leaves/${name}.test.ts`));
    expect(left).not.toContain('');
    expect(new Set(left).size).toBe(4);
  });

  it('gives a file a process of its own that asks for one', () => {
    expect(pidOf('asks/alone.test.ts')).not.toBe('');
    expect(pidOf('asks/alone.test.ts')).not.toBe(pidOf('asks/other.test.ts'));
  });

  it('gives each test of the console that has a page by its helper modules of the console of its own', () => {
    expect([messageOf('test/page.test.ts'), messageOf('test/page-too.test.ts')]).toEqual(['', '']);
    expect(pidOf('test/page.test.ts')).toBe(pidOf('test/page-too.test.ts'));
    expect(pidOf('test/rule.test.ts')).toBe(pidOf('test/rule-too.test.ts'));
    expect(pidOf('test/page.test.ts')).not.toBe(pidOf('test/rule.test.ts'));
  });
});
