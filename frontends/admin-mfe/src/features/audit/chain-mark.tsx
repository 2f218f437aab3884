import { Button, formatClock, Mark, useCall } from '@numscope/ui';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';

/** Whether the chain of entries is whole, and when that was checked; null for who may not know. */
export function useChain(allowed: boolean) {
  const { data, dataUpdatedAt, refetch, isFetching } = useCall('auditChain', {}, { quiet: true, enabled: allowed });
  return allowed ? { data, at: dataUpdatedAt, check: () => void refetch(), checking: isFetching } : null;
}

type Chain = NonNullable<ReturnType<typeof useChain>>;

export function ChainMark({ chain: { data, at } }: { chain: Chain }) {
  if (data === undefined) return null;
  const { whole, brokenAt, entries } = data;
  return (
    <>
      <span className="ns-vr ns-wide" />
      <output className="ns-row">
        <Mark pill kind={{ icon: whole ? IconShieldCheck : IconShieldX, tone: whole ? 'good' : 'bad', word: 'done' }}>
          {whole ? texts('chainWhole') : texts('chainBroken', { id: brokenAt ?? '' })}
        </Mark>
      </output>
      <span className="ns-sm ns-t3 ns-num ns-wide">
        {texts('chainChecked', { time: formatClock(at), count: entries })}
      </span>
    </>
  );
}

export const CheckChain = ({ chain }: { chain: Chain }) => (
  <Button busy={chain.checking} onClick={chain.check}>
    <IconShieldCheck size={14} stroke={1.8} aria-hidden />
    {texts('checkNow')}
  </Button>
);
