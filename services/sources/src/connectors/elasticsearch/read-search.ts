import { errors, Serializer } from '@elastic/elasticsearch';
import { parseExactJson } from '../../domain/json/exact-json.ts';
import { formats } from '../http/formats/formats.ts';
import * as z from 'zod';
import { SourceFault } from '../connector.port.ts';
import { documentThread } from '../http/formats/document-thread.ts';
import { UnreadDocument } from '../http/formats/unread-document.ts';
import type { SecretMask } from '../http/secret-mask.ts';

/** An answer that is too long to be read at once. */
class LongAnswer {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Reads answers without changing the digits of long numbers; a long one comes as a `LongAnswer`. */
export class ExactSerializer extends Serializer {
  override deserialize<T = unknown>(json: string): T {
    try {
      return (json.length > formats.json.shortChars ? new LongAnswer(json) : parseExactJson(json)) as T;
    } catch {
      throw new errors.DeserializationError('sent no JSON', json);
    }
  }
}

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
