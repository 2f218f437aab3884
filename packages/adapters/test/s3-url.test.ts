import { describe, expect, it } from '@jest/globals';
import { parseS3Url } from '@numscope/adapters/s3';

describe('the address of the blobs', () => {
  it('names the store, the key and the bucket', () => {
    expect(parseS3Url('s3+http://me:se%2Fcret@minio:9000/blobs')).toEqual({
      host: 'minio',
      port: 9000,
      secure: false,
      accessKey: 'me',
      secretKey: 'se/cret',
      bucket: 'blobs',
      region: 'us-east-1',
    });
    expect(parseS3Url('s3+https://me:secret@s3.example/my.blobs/?region=eu-central-1')).toMatchObject({
      port: 443,
      secure: true,
      bucket: 'my.blobs',
      region: 'eu-central-1',
    });
  });

  it('may leave key and secret to other settings', () => {
    expect(parseS3Url('s3+https://h:1/blobs')).toMatchObject({ accessKey: null, secretKey: null, bucket: 'blobs' });
  });

  it.each([
    ['http://me:hunter2@h:1/blobs', 'it does not begin with s3+http:// or s3+https://'],
    ['s3+http://me:hunter2@h:99999/blobs', 'its host or port cannot be read'],
    ['s3+http://me@h:1/blobs', 'it names only one of key and secret'],
    ['s3+http://me:hunter2@h:1', 'it names no bucket'],
    ['s3+http://me:hunter2@h:1/Big', 'it names no bucket'],
    ['s3+http://me:hunter2@h:1/a/b', 'it names no bucket'],
    ['s3+http://me:hunter2%@h:1/blobs', 'its key or secret has a % that begins nothing'],
    ['s3+http://me:hunter2@h:1/blobs?acl=all', 'nothing is known of its setting acl'],
  ])('%s is refused: %s', (url, reason) => {
    expect(() => parseS3Url(url)).toThrow(`the address of the blobs is not right: ${reason}`);
    expect(() => parseS3Url(url)).not.toThrow('hunter2');
  });
});
