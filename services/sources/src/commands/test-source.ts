import { apiError, NUMBERING_PLAN, type SourceTestAnswer } from '@numscope/contracts';
import { sourceNotAsked } from '@numscope/contracts/lists';
import { reasonOf } from '@numscope/platform';
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
  const ms = (): number => Math.round(performance.now() - begun);
  const [numbering = null] = await context.plan.describe([phone]);
  if (name === NUMBERING_PLAN && context.planSource)
    return {
      ok: true,
      status: numbering ? 'FOUND' : 'NOT_FOUND',
      ms: ms(),
      message: null,
      kind: null,
      fields: numbering && { numbering },
    };
  const runner = context.runners.get(name);
  if (!runner) throw apiError('NOT_CONFIGURED', { details: { source: name } });
  const unsaid = unsaidNeeds(runner.config.needs, known);
  if (unsaid.length > 0) {
    const message = `${sourceNotAsked}it is asked with what other sources find: say a value of ${unsaid.join(' and ')} (known)`;
    return { ok: false, status: 'FAILED', ms: ms(), message, kind: null, fields: null };
  }
  await runner.refilled();
  if (runner.quota.left(context.kit.clock.now()) === 0) throw apiError('QUOTA', { details: { source: name } });
  try {
    const answer = await runner.probe({ ...askedNumber(phone, numbering), found: known });
    const { status, fields } = answer;
    const { kind, message } = troubleOf(answer);
    // It serves us again; an answer of which nothing can be used does not say so.
    if (kind === null && runner.stop?.state === 'REFUSED') await setPaused(context, name, null, []);
    return {
      ok: kind === null,
      status,
      ms: ms(),
      message,
      kind,
      fields: fields === null ? null : { ...fields },
    };
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    return { ok: false, status: 'FAILED', ms: ms(), message: reasonOf(error), kind: error.kind, fields: null };
  }
}
