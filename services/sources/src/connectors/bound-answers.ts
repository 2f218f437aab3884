import type { SourceFields } from '@numscope/contracts';
import { canBeKept, fitsAsJson } from '../domain/json/json-size.ts';
import type { Connector, SourceAnswer } from './connector.port.ts';
import { tooMuch } from './http/answer-bounds.ts';

/** Bytes of one number's fields as JSON: those of several sources go out in one event (`fit-resolved.ts`). */
const FIELDS_BYTES = 1024 * 1024;

const withoutPhotos = ({ photos: _photos, ...fields }: SourceFields): SourceFields => fields;

function withinBounds(answer: SourceAnswer): SourceAnswer {
  const { raw, fields } = answer;
  const isKept = raw === undefined || canBeKept(raw);
  // Photos are told by what they become.
  if (isKept && (!fields || fitsAsJson(fields.photos ? withoutPhotos(fields) : fields, FIELDS_BYTES))) return answer;
  const { raw: _raw, ...rest } = answer;
  const failed = {
    ...rest,
    status: 'FAILED' as const,
    fields: null,
    message: tooMuch().message,
    kind: 'MAPPING' as const,
  };
  return isKept && raw !== undefined ? { ...failed, raw } : failed;
}

/** The same connector, but what it found that is more than is taken of one number fails that number alone. */
export const boundAnswers = (connector: Connector): Connector => ({
  batchSize: connector.batchSize,
  ...(connector.mostAtOnce === undefined ? {} : { mostAtOnce: connector.mostAtOnce }),
  ...(connector.asksOnce === undefined ? {} : { asksOnce: connector.asksOnce }),
  get trouble() {
    return connector.trouble ?? null;
  },
  start: () => connector.start(),
  ask(numbers, options) {
    const { answered } = options;
    const early = answered && {
      answered: (answers: ReadonlyMap<string, SourceAnswer>) =>
        answered(new Map([...answers].map(([phone, answer]) => [phone, withinBounds(answer)]))),
    };
    return connector.ask(numbers, { ...options, ...early }).then((answers) => answers.map(withinBounds));
  },
  fetchPhoto: (...asked) => connector.fetchPhoto(...asked),
  close: () => connector.close(),
});
