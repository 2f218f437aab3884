import type { FastifyReply } from 'fastify';

/** Sends JSON that is text, or its bytes, already. */
export const sendJson = (reply: FastifyReply, json: string | Uint8Array): FastifyReply =>
  reply
    .type('application/json; charset=utf-8')
    .send(
      typeof json === 'string' || Buffer.isBuffer(json)
        ? json
        : Buffer.from(json.buffer, json.byteOffset, json.byteLength),
    );
