import type { FastifyReply } from 'fastify';

/** Sends JSON that is text already. */
export const sendJson = (reply: FastifyReply, text: string): FastifyReply => reply.type('application/json; charset=utf-8').send(text);
