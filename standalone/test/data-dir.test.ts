import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { tempDir } from '@numscope/testing';
import { lockDataDir } from '../src/data-dir.ts';

let dir: ReturnType<typeof tempDir>;
beforeEach(() => {
  dir = tempDir();
});
afterEach(() => dir.remove());

const holder = fileURLToPath(new URL('./hold-lock.ts', import.meta.url));

describe('the data folder', () => {
  it('is made when missing, and belongs to one at a time', () => {
    const path = join(dir.path, 'new', 'data');
    const lock = lockDataDir(path);
    expect(() => lockDataDir(path)).toThrow(/another process is using/);
    lock.release();
    lockDataDir(path).release();
  });

  it('is free again after its process was killed', async () => {
    const child = spawn(process.execPath, [holder, dir.path], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    expect(() => lockDataDir(dir.path)).toThrow(/another process is using/);
    child.kill('SIGKILL');
    await once(child, 'exit');
    lockDataDir(dir.path).release();
  });

  it('is refused with its reason when it cannot be made', () => {
    const path = join(dir.path, 'file');
    writeFileSync(path, '');
    expect(() => lockDataDir(join(path, 'data'))).toThrow(/DATA_DIR: .*file\/data cannot be used: ENOTDIR/);
  });
});
