import type { Webhook } from '@numscope/contracts';
import { formatCount, Mark, phoneStatusKinds } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';

/** How many deliveries wait, and how many were given up. */
export function WebhookStanding({ webhook: { pending, dead } }: { webhook: Webhook }) {
  return (
    <span className="ns-row ns-num">
      {dead === 0 ? null : (
        <Mark kind={phoneStatusKinds.FAILED}>{texts('webhookGivenUp', { count: formatCount(dead) })}</Mark>
      )}
      {pending === 0 ? null : (
        <Mark kind={phoneStatusKinds.PENDING}>{texts('webhookWaiting', { count: formatCount(pending) })}</Mark>
      )}
      {pending + dead > 0 ? null : <span className="ns-t3">{texts('webhookNothingWaits')}</span>}
    </span>
  );
}
