import { describe, expect, it } from '@jest/globals';
import { chooseEngines } from '../src/engines/choose-engines.ts';
import { composeImage } from '../src/engines/compose-images.ts';
import { dockerAnswers } from '../src/engines/docker-answers.ts';
import { testEngine } from '@numscope/testing';

const addresses = {
  TEST_KAFKA_BROKERS: 'k:1',
  TEST_MONGODB_URL: 'mongodb://m:1',
  TEST_ELASTICSEARCH_URL: 'http://e:1',
  TEST_S3_URL: 's3+http://a:b@s:1',
};
const docker = async (): Promise<boolean> => true;
const noDocker = async (): Promise<boolean> => false;

describe('the engines of a suite', () => {
  it.each([
    ['docker', { ENGINES: 'docker' }, noDocker, 'docker'],
    ['addresses, Docker or not', { ENGINES: 'local', ...addresses }, docker, 'local'],
    ['none, whatever there is', { ENGINES: 'none', ...addresses }, docker, 'none'],
    ['Docker before addresses when nothing is said', { ...addresses }, docker, 'docker'],
    ['addresses without Docker', { ...addresses }, noDocker, 'local'],
    ['none when there is nothing', { ENGINES: '' }, noDocker, 'none'],
  ])('are %s', async (_name, env, answers, from) => {
    expect(await chooseEngines(env, answers)).toMatchObject({ from });
  });

  it('must all be there', async () => {
    const { TEST_S3_URL: _left, ...some } = addresses;
    await expect(chooseEngines({ ENGINES: 'local', ...some }, noDocker)).rejects.toThrow(
      'engines are missing: set TEST_S3_URL to',
    );
    await expect(chooseEngines({ ...some }, noDocker)).rejects.toThrow('engines are missing: set TEST_S3_URL to');
  });

  it('are of a known kind', async () => {
    await expect(chooseEngines({ ENGINES: 'podman' }, docker)).rejects.toThrow(
      'ENGINES must be docker, local or none, not podman',
    );
  });

  it('have the versions of docker-compose.yml', () => {
    for (const service of ['kafka', 'mongodb', 'elasticsearch', 'minio'])
      expect(composeImage(service)).toMatch(/^[a-z/]+:[\w.-]+$/);
    expect(() => composeImage('gateway-of-nobody')).toThrow('docker-compose.yml names no image of gateway-of-nobody');
  });

  it('are not looked for in a Docker that is not there', async () => {
    expect(await dockerAnswers({ DOCKER_HOST: 'unix:///nowhere/docker.sock' })).toBe(false);
  });

  it('tell what to do when a test wants one that is not', () => {
    const known = process.env['TEST_S3_URL'];
    delete process.env['TEST_S3_URL'];
    expect(() => testEngine('s3')).toThrow(
      'TEST_S3_URL is not set: run this test by "node scripts/run.mjs suite engines"',
    );
    if (known) process.env['TEST_S3_URL'] = known;
  });
});
