import { readGauge, type ServiceKit } from '@numscope/platform';
import type { Checkpointer } from './checkpointer.ts';

/** Shows whether checkpoints are signed: a trail that is refused one needs somebody at once. */
export function measureCheckpoints({ metrics }: Pick<ServiceKit, 'metrics'>, checkpointer: Checkpointer): void {
  readGauge(
    metrics.registry,
    {
      name: 'numscope_audit_checkpoint_state',
      help: '1 for how the checkpoints of the audit trail are: SIGNED, or REFUSED because the trail is not as it was signed',
      labelNames: ['state'],
    },
    () => {
      const isRefused = checkpointer.refusal !== null;
      return [
        [{ state: 'SIGNED' }, isRefused ? 0 : 1],
        [{ state: 'REFUSED' }, isRefused ? 1 : 0],
      ];
    },
  );
}
