import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { openEmbeddedBus } from '@numscope/adapters/embedded';
import { limits } from '@numscope/contracts';
import { createLogger } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { open } from '../src/embedded/bus/bus-store.ts';

it('drops dead letters by itself once nobody is to see the numbers in them any more', async () => {
  const dir = tempDir();
  const path = join(dir.path, 'bus.sqlite');
  const store = open({ path });
  const letter = (days: number) => ({
    topic: 'user.changed',
    group: 'g',
    reason: `${days} days ago`,
    at: Date.now() - days * 86_400_000,
    json: '{}',
  });
  const days = [...Array.from({ length: 150 }, () => limits.deadLetterDays + 1), limits.deadLetterDays - 1];
  store.write({ at: Date.now(), packed: [], offsets: [], dead: days.map(letter) });
  store.close();
  const bus = await openEmbeddedBus({ path, retentionDays: 7, log: createLogger('bus', 'silent') });
  try {
    const left = await askUntil(
      () => bus.deadLetters(200),
      (letters) => letters.length < 2,
    );
    expect(left.map(({ reason }) => reason)).toEqual([`${limits.deadLetterDays - 1} days ago`]);
  } finally {
    await bus.close();
    dir.remove();
  }
});
