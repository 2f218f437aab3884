import { setImmediate } from 'node:timers/promises';
import type { AskedNumber } from '../../domain/template.ts';
import { type Connector, type SourceAnswer, SourceFault } from '../connector.port.ts';
import { identicon } from './identicon.ts';
import { madeUpPerson } from './made-up-person.ts';

/** Made up in one go: a few milliseconds, with what follows from their answers. */
const BATCH = 25;

function answerFor(number: AskedNumber): SourceAnswer {
  const made = madeUpPerson(number);
  if (made.kind === 'failing')
    return { status: 'FAILED', fields: null, message: 'the sandbox fails for numbers that end in 55555' };
  if (made.kind === 'nobody') return { status: 'NOT_FOUND', fields: null, raw: '{"sandbox":true}' };
  return { status: 'FOUND', fields: made.fields, raw: `{"sandbox":true,"person":${JSON.stringify(made.fields)}}` };
}

/** Made-up people for trials and tests; no network. */
export const createSandboxConnector = (): Connector => ({
  batchSize: BATCH,
  start: async () => undefined,
  async ask(numbers) {
    await setImmediate(); // as every other source, it answers later, and lets others run meanwhile
    return numbers.map(answerFor);
  },
  async fetchPhoto(reference) {
    if (!reference.startsWith('picture:')) throw new SourceFault('the sandbox has no such picture');
    return { content: identicon(reference), contentType: 'image/png' };
  },
  close: async () => undefined,
});
