import { openS3BlobStore, parseS3Url } from '@numscope/adapters/s3';
import { type BlobStore, createLogger, newId } from '@numscope/platform';
import { testEngine } from '@numscope/testing';
import { Client } from 'minio';

export interface TestS3 {
  url: string;
  open(): Promise<BlobStore>;
  /** As whoever runs the store sees the bucket. */
  client(): { client: Client; bucket: string };
  /** Deletes the bucket. */
  dispose(): Promise<void>;
}

/** A bucket of a test's own. */
export function testS3(): TestS3 {
  const url = `${testEngine('s3')}/test-${newId()}`;
  const own = () => {
    const { host, port, secure, accessKey, secretKey, bucket } = parseS3Url(url);
    if (accessKey === null || secretKey === null) throw new Error('the tests need a key and its secret in TEST_S3_URL');
    return { client: new Client({ endPoint: host, port, useSSL: secure, accessKey, secretKey }), bucket };
  };
  return {
    url,
    client: own,
    open: () => openS3BlobStore({ url, log: createLogger('blobs', 'silent') }),
    async dispose() {
      const { client, bucket } = own();
      const names: string[] = [];
      for await (const { name } of client.listObjectsV2(bucket, '', true)) if (name) names.push(name);
      await client.removeObjects(bucket, names);
      await client.removeBucket(bucket);
    },
  };
}
