import { expect, it } from '@jest/globals';
import Fastify from 'fastify';
import { answerUnknown } from '../src/http/unknown.ts';

it('answers that something broke where the page cannot be served, and goes on', async () => {
  const app = Fastify();
  let isBroken = true;
  answerUnknown(app, async (reply) => {
    if (isBroken) throw new Error('the disk is gone');
    return reply.send('the page');
  });
  const ask = () => app.inject({ url: '/ext', headers: { accept: 'text/html' } });
  expect((await ask()).statusCode).toBe(500);
  isBroken = false;
  expect((await ask()).body).toBe('the page');
  await app.close();
});
