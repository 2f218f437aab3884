import { errors, Serializer } from '@elastic/elasticsearch';
import { parseExactJson } from '../../domain/json/exact-json.ts';

/** Reads answers without changing the digits of long numbers. */
export class ExactSerializer extends Serializer {
  override deserialize<T = unknown>(json: string): T {
    try {
      return parseExactJson(json) as T;
    } catch {
      throw new errors.DeserializationError('sent no JSON', json);
    }
  }
}
