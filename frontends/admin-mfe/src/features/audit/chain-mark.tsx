import type { ChainFaultShown, ChainState, TrailState } from '@numscope/contracts';
import { Button, formatCount, formatMoment, Mark, notify, Progress, t, useAction, useCall } from '@numscope/ui';
import { IconShieldCheck, IconShieldQuestion, IconShieldX } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';

const faultText = ({ kind, seq, expected, found }: ChainFaultShown): string =>
  texts('chainFault', { seq, kind, expected: expected ?? '–', found: found ?? '–' });

function tell({ whole, entries, faults, found, checkpoints, vouchedUpTo }: ChainState): void {
  const [first] = found;
  if (whole) notify('success', texts('chainProven', { count: entries, checkpoints, seq: vouchedUpTo }));
  else notify('error', texts('chainFaults', { count: faults, first: first ? faultText(first) : '' }));
}

/** The state of the chain and of its check; null for a user who may not see it. */
export function useChain(allowed: boolean) {
  const { data, error } = useCall('auditTrail', {}, { quiet: true, enabled: allowed });
  const { mutate, isPending } = useAction('auditChain', { invalidates: ['auditTrail'], onSuccess: tell });
  // While this page waits for the answer; a check that somebody else asked for is shown once it has ended.
  const { data: underWay } = useCall(
    'auditCheckProgress',
    {},
    { quiet: true, enabled: isPending, every: 700, keep: false },
  );
  const progress = isPending ? (underWay?.progress ?? null) : null;
  return allowed
    ? { trail: data, isOld: error !== null, check: () => mutate({}), checking: isPending, progress }
    : null;
}

type Chain = NonNullable<ReturnType<typeof useChain>>;

function markOf({ checked }: TrailState) {
  if (checked === null) return { icon: IconShieldQuestion, tone: 'neutral', text: texts('chainUnchecked') } as const;
  if (checked.whole) return { icon: IconShieldCheck, tone: 'good', text: texts('chainWhole') } as const;
  const text =
    checked.brokenAt === null ? texts('chainBrokenSomewhere') : texts('chainBroken', { id: checked.brokenAt });
  return { icon: IconShieldX, tone: 'bad', text } as const;
}

/** What the checkpoints say: the newest one and what is not signed yet, or why none is signed any more. */
function checkpointText({ checkpoint, unvouched, refusal, begins }: TrailState): string {
  if (refusal !== null) return texts('checkpointRefused', { reason: refusal });
  if (checkpoint === null) return texts('checkpointNone');
  const newest = texts('checkpointNewest', {
    number: checkpoint.number,
    time: formatMoment(checkpoint.at),
    count: unvouched,
  });
  return begins === null
    ? newest
    : `${newest} ${texts('trailBegins', { number: begins.number, time: formatMoment(begins.at) })}`;
}

export function ChainMark({ chain: { trail, isOld, progress } }: { chain: Chain }) {
  if (trail === undefined)
    return isOld ? (
      <span className="ns-sm ns-t2" role="alert">
        {texts('chainUnknown')}
      </span>
    ) : null;
  const { icon, tone, text } = markOf(trail);
  const { checked, retention } = trail;
  return (
    <>
      <span className="ns-vr ns-wide" />
      <output className="ns-row">
        <Mark pill kind={{ icon, tone, word: 'done' }}>
          {text}
        </Mark>
        {trail.refusal === null ? null : (
          <Mark pill kind={{ icon: IconShieldX, tone: 'bad', word: 'done' }}>
            {texts('checkpointsStopped')}
          </Mark>
        )}
        {retention.refusal === null ? null : (
          <Mark pill kind={{ icon: IconShieldX, tone: 'bad', word: 'done' }}>
            {texts('retentionStopped')}
          </Mark>
        )}
      </output>
      {isOld ? (
        <span className="ns-sm ns-t2" role="alert">
          {t('stale')}
        </span>
      ) : null}
      {progress === null ? null : <Checking {...progress} />}
      {checked === null ? null : (
        <span className="ns-sm ns-t3 ns-num ns-wide">
          {texts('chainChecked', { time: formatMoment(checked.at), by: checked.by, count: checked.entries })}
        </span>
      )}
      <span className="ns-sm ns-t3 ns-num ns-wide">{checkpointText(trail)}</span>
      {retention.next === null ? null : (
        <span className="ns-sm ns-t3 ns-num ns-wide">
          {texts('retentionNext', { count: retention.next.entries, time: formatMoment(retention.next.upTo.at) })}
        </span>
      )}
    </>
  );
}

/** How far the check under way is, as the server says it. */
function Checking({ checked, of }: { checked: number; of: number }) {
  const label = texts('checkUnderWay', { checked: formatCount(checked), of });
  return (
    <span className="ad-checking ns-sm ns-num">
      <Progress value={checked} total={of} label={label} />
      {label}
    </span>
  );
}

export const CheckChain = ({ chain }: { chain: Chain }) => (
  <Button busy={chain.checking} onClick={chain.check}>
    <IconShieldCheck size={14} stroke={1.8} aria-hidden />
    {texts('checkNow')}
  </Button>
);
