import { canBeKept, fitsAsJson } from '../domain/json/json-size.ts';
import type { Connector, SourceAnswer } from './connector.port.ts';
import { tooMuch } from './http/answer-bounds.ts';

/** Of one number as JSON: what several sources say of it goes out in one event (`fit-resolved.ts`). */
const FIELDS_BYTES = 1024 * 1024;

function withinBounds(answer: SourceAnswer): SourceAnswer {
  // Photos are told by what they become.
  const { photos: _photos, ...fields } = answer.fields ?? {};
  const { raw, ...rest } = answer;
  const isKept = raw === undefined || canBeKept(raw);
  if (isKept && fitsAsJson(fields, FIELDS_BYTES)) return answer;
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
  ask: async (numbers, { answered, ...options }) => {
    const early = answered && {
      answered: (answers: ReadonlyMap<string, SourceAnswer>) =>
        answered(new Map([...answers].map(([phone, answer]) => [phone, withinBounds(answer)]))),
    };
    return (await connector.ask(numbers, { ...options, ...early })).map(withinBounds);
  },
  fetchPhoto: (...asked) => connector.fetchPhoto(...asked),
  close: () => connector.close(),
});
