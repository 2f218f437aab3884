import { expect, it } from '@jest/globals';
import { createLogger, TransientError } from '@numscope/platform';
import { FormerVersions } from '../src/s3/former-versions.ts';

class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** What is found out of a bucket, asked twice, what of it is told, and how often the store was asked. */
async function seenWhere(answer: () => unknown) {
  const told: unknown[] = [];
  let asked = 0;
  const client = {
    getBucketVersioning: async () => {
      asked++;
      return answer() as never;
    },
    listObjects: () => {
      throw new Error('nothing is to be listed');
    },
    removeObject: async () => undefined,
  };
  const log = Object.assign(createLogger('blobs', 'silent'), { warn: (...said: unknown[]) => void told.push(said) });
  const former = new FormerVersions(client, 'pictures', log);
  const kept = [await former.areKept(), await former.areKept()];
  return { kept, told: told.length, asked };
}

const failing = (code: string) => () => {
  throw new S3Error(code);
};

it('are kept where the store says so, also of a bucket that keeps no new ones, and it is asked once a minute', async () => {
  for (const Status of ['Enabled', 'Suspended'])
    expect(await seenWhere(() => ({ Status }))).toEqual({ kept: [true, true], told: 0, asked: 1 });
  expect(await seenWhere(() => '')).toEqual({ kept: [false, false], told: 0, asked: 1 });
});

it('are none where the store knows no such thing, and where it does not say it, that is told', async () => {
  expect(await seenWhere(failing('NotImplemented'))).toEqual({ kept: [false, false], told: 0, asked: 1 });
  expect(await seenWhere(failing('AccessDenied'))).toEqual({ kept: [false, false], told: 1, asked: 1 });
});

it('are not said to be none while the store is away', async () => {
  await expect(seenWhere(failing('ServiceUnavailable'))).rejects.toBeInstanceOf(TransientError);
});
