import type { WebhookTrial as Trial } from '@numscope/contracts';
import { formatClock, formatCount, IconButton, Mark, phoneStatusKinds } from '@numscope/ui';
import { IconX } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';

interface TrialProps {
  trial: { data: Trial | undefined; error: Error | null; isPending: boolean; submittedAt: number; reset: () => void };
}

/** How the test of a webhook ended, or why it could not be made. */
export function WebhookTrial({ trial: { data, error, isPending, submittedAt, reset } }: TrialProps) {
  if (isPending || (data === undefined && error === null)) return null;
  const ok = data?.ok === true;
  const reason = error?.message ?? data?.reason ?? null;
  const status = data?.status ?? null;
  return (
    <output className="ad-hook-trial">
      <b className="ns-b ns-num">{texts('webhookTestedAt', { time: formatClock(submittedAt) })}</b>
      <Mark kind={ok ? phoneStatusKinds.FOUND : phoneStatusKinds.FAILED}>
        {texts(ok ? 'webhookTestTaken' : 'webhookTestRefused')}
      </Mark>
      {status === null ? null : <span className="ns-t2 ns-num">{texts('webhookTestStatus', { status })}</span>}
      {reason === null || reason === `status ${status}` ? null : <span className="ns-t2">{reason}</span>}
      {data === undefined ? null : (
        <span className="ns-t3 ns-num">{texts('webhookTestMs', { count: formatCount(data.ms) })}</span>
      )}
      <span className="ns-grow" />
      <IconButton label={texts('webhookTestClose')} onClick={reset}>
        <IconX size={14} stroke={1.8} />
      </IconButton>
    </output>
  );
}
