import { apiError } from '@numscope/contracts';
import type { ServiceKit } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';

/** RFC 9116 advises less than a year, so that nobody writes to an address that is long gone. */
const GOOD_FOR_DAYS = 180;
const DAY_MS = 86_400_000;

/**
 * `/.well-known/security.txt` (RFC 9116): to whom a hole in this installation is told. Whoever runs it names the contacts,
 * as URIs (`mailto:`, `https:`, `tel:`); where none is named there is nothing true to say, and the answer is 404. It says
 * to be good until half a year from the day on which it is read: as long as it is served, it is kept.
 */
export function addSecurityTxt(
  app: FastifyInstance,
  contacts: readonly string[],
  { clock }: Pick<ServiceKit, 'clock'>,
): void {
  app.get('/.well-known/security.txt', (_request, reply) => {
    if (contacts.length === 0) throw apiError('NOT_FOUND');
    const day = Math.floor(clock.now() / DAY_MS) * DAY_MS;
    const expires = new Date(day + GOOD_FOR_DAYS * DAY_MS).toISOString().replace('.000Z', 'Z');
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires}`,
      'Preferred-Languages: en',
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
