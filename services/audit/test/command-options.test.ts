import { resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { commandFrom } from '../src/command/options.ts';

it('takes an empty setting for one that is not set, as the product does', () => {
  const unset = commandFrom(['verify'], {});
  const empty = { DATA_DIR: '', STORE_URL: '', AUDIT_CHECKPOINTS: '', AUDIT_CHECKPOINT_KEY: '' };
  expect(commandFrom(['verify'], empty)).toEqual(unset);
  expect(unset).toMatchObject({
    dataDir: resolve('./data'),
    checkpoints: [{ path: resolve('./data/audit-checkpoints'), named: false }],
  });
});
