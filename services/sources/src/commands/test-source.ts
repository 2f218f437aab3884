import { apiError, NUMBERING_PLAN, type SourceTestAnswer } from '@numscope/contracts';
import { sourceNotAsked } from '@numscope/contracts/lists';
import type * as z from 'zod';
import type { AskingContext } from '../asking/context.ts';
import { setPaused } from './pause-source.ts';
import { SourceFault } from '../connectors/connector.port.ts';
import { askedNumber } from '../domain/asked-number.ts';
import { type KnownFields, unsaidNeeds } from '../domain/fields/known-fields.ts';
import { troubleOf } from '../domain/health/mapping-watch.ts';

/** A number that numbering plans use as an example. */
const EXAMPLE = '+12025550123';

type Answer = z.infer<typeof SourceTestAnswer>;

/**
 * Asks a source about one number now; nothing of it is kept. One that had refused us is asked again once it answers. @throws ApiError DO_NOT_LOOK_UP, NOT_CONFIGURED, QUOTA
 */
export async function testSource(
  context: AskingContext,
  name: string,
  { phone = EXAMPLE, known = {} }: { phone?: string | undefined; known?: KnownFields | undefined } = {},
): Promise<Answer> {
  if (context.doNotLookUp.has(phone)) throw apiError('DO_NOT_LOOK_UP', { details: { phone } });
  const begun = performance.now();
  const told = (
    status: Answer['status'],
    fields: object | null,
    { kind, message }: Pick<Answer, 'kind' | 'message'> = { kind: null, message: null },
  ): Answer => ({
    ok: kind === null && status !== 'FAILED',
    status,
    ms: Math.round(performance.now() - begun),
    message,
    kind,
    fields: fields && { ...fields },
  });
  const [numbering = null] = await context.plan.describe([phone]);
  if (name === NUMBERING_PLAN && context.planSource)
    return told(numbering ? 'FOUND' : 'NOT_FOUND', numbering && { numbering });
  const runner = context.runners.get(name);
  if (!runner) throw apiError('NOT_CONFIGURED', { details: { source: name } });
  const unsaid = unsaidNeeds(runner.config.needs, known);
  if (unsaid.length > 0) {
    const message = `${sourceNotAsked}it is asked with what other sources find: say a value of ${unsaid.join(' and ')} (known)`;
    return told('FAILED', null, { kind: null, message });
  }
  await runner.refilled();
  if (runner.quota.left(context.kit.clock.now()) === 0) throw apiError('QUOTA', { details: { source: name } });
  try {
    const answer = await runner.probe({ ...askedNumber(phone, numbering), found: known });
    const trouble = troubleOf(answer);
    // It serves us again; an answer of which nothing can be used does not say so.
    if (trouble.kind === null && runner.stop?.state === 'REFUSED') await setPaused(context, name, null, []);
    return told(answer.status, answer.fields, trouble);
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    return told('FAILED', null, error);
  }
}
