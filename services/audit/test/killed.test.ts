import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { generateSigningKey } from '@numscope/platform';
import { createTestKit } from '@numscope/testing';
import { checkpointSigner } from '../src/checkpoints/keys.ts';
import { CHECKPOINTS_FILE, readCheckpoints } from '../src/checkpoints/read-checkpoints.ts';
import { setUp } from './setup.ts';

it.each(['signed', 'kept', 'half a line', 'told'])(
  'killed where a checkpoint is just %s, it leaves a trail that is proven, and goes on',
  async (moment) => {
    const test = await createTestKit('audit');
    const key = generateSigningKey();
    const child = spawn(process.execPath, [join(import.meta.dirname, 'signing-child.ts'), test.dir, key, moment], {
      stdio: 'inherit',
    });
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');

    const setup = await setUp(false, {}, { test, signer: checkpointSigner(key) });
    const check = async () => calls.auditChain.answer.parse((await setup.admin.call(calls.auditChain)).json());
    expect(await check()).toMatchObject({ whole: true, entries: 4, vouchedUpTo: moment === 'signed' ? 2 : 4 });
    await setup.log({ details: 'after the kill' });
    await setup.end();

    const file = join(setup.folder, CHECKPOINTS_FILE);
    const seqs: number[] = [];
    let unreadable = 0;
    for await (const { seq } of readCheckpoints(file, () => void unreadable++)) seqs.push(seq);
    expect(seqs).toEqual(moment === 'signed' ? [2, 5] : [2, 4, 5]);
    expect(unreadable).toBe(moment === 'half a line' ? 1 : 0);
    expect(readFileSync(file, 'utf8').endsWith('\n')).toBe(true);
    const told = test.bus.published('audit.checkpoint').map(({ data }) => data.seq);
    expect(told).toEqual(moment === 'signed' ? [2, 5] : [4, 5]);

    const again = await setUp(false, {}, setup);
    const answer = calls.auditChain.answer.parse((await again.admin.call(calls.auditChain)).json());
    expect(answer).toMatchObject({ whole: true, entries: 5, vouchedUpTo: 5 });
    await again.close();
  },
);
