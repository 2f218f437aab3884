import { errorCatalogue } from '@numscope/contracts/errors';
import { translateFailureText } from '@numscope/ui';
import { IconBan, IconCircleCheck } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';

/** The HTTP status and words of an error code; the code itself when it is none of ours. */
export function refusal(outcome: string): { status: string; message: string } {
  const known = Object.entries(errorCatalogue).find(([code]) => code === outcome)?.[1];
  return known === undefined
    ? { status: outcome, message: outcome }
    : { status: String(known.status), message: translateFailureText(outcome, known.message) };
}

/** What the filter says of an outcome: `OK`, or the error code of refusals. */
export const outcomeWords = (outcome: string): string =>
  outcome === 'OK' ? texts('allowed') : refusal(outcome).message;

/** The same with the code before it: several codes have the same words. */
export function outcomeInFull(outcome: string): string {
  const words = outcomeWords(outcome);
  return outcome === 'OK' || words === outcome ? words : `${outcome}: ${words}`;
}

/** Whether the call was allowed, in icon, word and colour. */
export function OutcomeMark({ outcome }: { outcome: string }) {
  const fine = outcome === 'OK';
  const Icon = fine ? IconCircleCheck : IconBan;
  const { status } = refusal(outcome);
  return (
    <span className="ns-st" data-tone={fine ? 'good' : 'bad'} title={fine ? undefined : outcomeInFull(outcome)}>
      <Icon size={14} stroke={1.8} aria-hidden />
      {fine ? texts('allowed') : texts('refused', { status })}
    </span>
  );
}
