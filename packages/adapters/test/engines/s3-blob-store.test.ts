import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openS3BlobStore } from '@numscope/adapters/s3';
import { type BlobStore, createLogger, isTransient } from '@numscope/platform';
import { testEngine } from '@numscope/testing';
import { blobStoreSuite } from '@numscope/testing/suites';
import { TcpProxy } from '@numscope/testing/tcp-proxy';
import { type TestS3, testS3 } from './s3-kit.ts';

const log = createLogger('blobs', 'silent');

blobStoreSuite('s3', async () => testS3());

describe('blobs at an S3', () => {
  let s3: TestS3;
  let store: BlobStore;
  let proxy: TcpProxy;

  beforeEach(async () => {
    s3 = testS3();
    const { hostname, port } = new URL(testEngine('s3').slice('s3+'.length));
    proxy = await TcpProxy.before(hostname, Number(port));
    store = await openS3BlobStore({ url: s3.url.replace(`${hostname}:${port}`, `127.0.0.1:${proxy.port}`), log });
  });
  afterEach(async () => {
    await store.close();
    await proxy.close();
    await s3.dispose();
  });

  it('lists more than the store tells at once, each with its type', async () => {
    const names = Array.from({ length: 1100 }, (_none, n) => `many/${String(n).padStart(4, '0')}`);
    for (let at = 0; at < names.length; at += 100)
      await Promise.all(names.slice(at, at + 100).map((name) => store.put(name, Buffer.from(name), 'text/plain')));
    const found: string[] = [];
    for await (const { key, bytes, contentType } of store.list('many/')) {
      found.push(key);
      expect([bytes, contentType]).toEqual([9, 'text/plain']);
    }
    expect(found).toEqual(names);
  });

  it('is a passing fault while the store is away, and goes on by itself', async () => {
    await store.put('kept', Buffer.from('kept'), 'text/plain');
    proxy.shut();
    const faults = await Promise.allSettled([
      store.put('k', Buffer.from('x'), 'text/plain'),
      store.get('kept'),
      store.stat('kept'),
      store.delete('kept'),
      store.list('')[Symbol.asyncIterator]().next(),
      store.check(),
    ]);
    expect(faults.map((fault) => fault.status === 'rejected' && isTransient(fault.reason))).toEqual(
      Array(6).fill(true),
    );
    proxy.open();
    await store.check();
    expect((await store.stat('kept'))?.bytes).toBe(4);
  });

  it('does not wait without end for a store that is silent', async () => {
    proxy.block();
    await expect(store.check()).rejects.toThrow('the blob store was silent for 15000 ms');
  });

  it('is opened by several at once, of whom one makes the bucket', async () => {
    const other = testS3();
    const stores = await Promise.all([other.open(), other.open(), other.open()]);
    await stores[0]?.put('a', Buffer.from('a'), 'text/plain');
    expect((await stores[2]?.stat('a'))?.bytes).toBe(1);
    await Promise.all(stores.map((one) => one.close()));
    await other.dispose();
  });

  it('leaves no former version of what it deletes, also where versions are not kept any more', async () => {
    const { client, bucket } = s3.client();
    const versions = async (): Promise<string[]> => {
      const found: string[] = [];
      for await (const { name } of client.listObjects(bucket, '', true, { IncludeVersion: true }))
        if (name) found.push(name);
      return found.sort();
    };
    await store.put('before', Buffer.from('1'), 'text/plain');
    await client.setBucketVersioning(bucket, { Status: 'Enabled' });
    const keeping = await s3.open();
    for (const text of ['2', '3']) await keeping.put('k', Buffer.from(text), 'text/plain');
    await keeping.put('k2', Buffer.from('4'), 'text/plain');
    await keeping.put('hidden', Buffer.from('5'), 'text/plain');
    // As a version of the product before did.
    await client.removeObject(bucket, 'hidden');
    expect(await versions()).toEqual(['before', 'hidden', 'hidden', 'k', 'k', 'k2']);
    expect(await keeping.delete('k')).toBe(true);
    expect(await keeping.delete('k')).toBe(false);
    expect(await keeping.delete('before')).toBe(true);
    expect(await versions()).toEqual(['hidden', 'hidden', 'k2']);
    await client.setBucketVersioning(bucket, { Status: 'Suspended' });
    expect(await keeping.delete('hidden')).toBe(true);
    expect((await keeping.stat('k2'))?.bytes).toBe(1);
    expect(await keeping.delete('k2')).toBe(true);
    expect(await versions()).toEqual([]);
    await keeping.close();
  });

  it('names a wrong secret without showing it', async () => {
    const url = s3.url.replace(/:[^:@/]+@/, ':hunter2-hunter2@');
    await expect(openS3BlobStore({ url, log, startWithinMs: 1 })).rejects.toThrow(
      /BLOB_URL: (?!.*hunter2).*does not take the user and password of this address/,
    );
  });
});
