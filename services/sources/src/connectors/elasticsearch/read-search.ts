import * as z from 'zod';
import { SourceFault } from '../connector.port.ts';
import { documentThread } from '../http/formats/document-thread.ts';
import { UnreadDocument } from '../http/formats/unread-document.ts';
import type { SecretMask } from '../http/secret-mask.ts';
import { LongAnswer } from './exact-serializer.ts';

/** What a search answers, as far as it is read. */
const Searched = z.object({
  timed_out: z.boolean(),
  _shards: z.object({ failed: z.number() }),
  hits: z.object({ hits: z.array(z.object({ _source: z.unknown().optional() })) }),
});

async function openLong({ text }: LongAnswer, mask: SecretMask): Promise<unknown> {
  try {
    return (await documentThread.open({ text, format: 'json', columns: new Set() }, mask)).body;
  } catch (error) {
    const why = error instanceof UnreadDocument ? error.message : 'is not JSON';
    throw new SourceFault(`sent an answer that ${why}`, { kind: 'MAPPING' });
  }
}

/**
 * What a search answered: a long answer is read in a thread, and comes from it in short pieces.
 * @param mask by which long answers of one source take turns with those of others
 * @throws SourceFault when it is no answer of a search
 */
export async function readSearch(answer: unknown, mask: SecretMask): Promise<z.infer<typeof Searched>> {
  const searched = Searched.safeParse(answer instanceof LongAnswer ? await openLong(answer, mask) : answer);
  if (!searched.success) throw new SourceFault('sent an answer that is none of a search', { kind: 'MAPPING' });
  return searched.data;
}
