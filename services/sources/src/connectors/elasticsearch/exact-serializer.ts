import { errors, Serializer } from '@elastic/elasticsearch';
import { parseExactJson } from '../../domain/json/exact-json.ts';
import { formats } from '../http/formats/formats.ts';

/** An answer that is too long to be read at once. */
export class LongAnswer {
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
