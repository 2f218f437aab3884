import type { CallAnswer, CallInput } from '@numscope/client';
import type { CallName } from '@numscope/contracts';
import { useAction } from '../net/use-call.ts';
import { ConfirmModal, type ConfirmProps } from './confirm-modal.tsx';
import { notify } from '../notify/toasts.ts';

interface ConfirmCallProps<N extends CallName> extends Pick<
  ConfirmProps,
  'question' | 'action' | 'keep' | 'onClose' | 'children'
> {
  call: N;
  input: CallInput<N>;
  /** Calls whose kept answers are stale after this one. */
  invalidates: readonly CallName[];
  /** What is said once it is done. */
  done: (answer: CallAnswer<N>) => string;
  /** Once it is done; absent: it is closed. */
  onDone?: () => void;
}

/** Asks before a call that cannot be undone, and makes it. Render it only while open. */
export function ConfirmCall<N extends CallName>({
  call,
  input,
  invalidates,
  done,
  onDone,
  ...asked
}: ConfirmCallProps<N>) {
  const { mutate, isPending } = useAction(call, {
    invalidates,
    onSuccess: (answer) => {
      notify('success', done(answer));
      (onDone ?? asked.onClose)();
    },
  });
  return <ConfirmModal {...asked} danger busy={isPending} onConfirm={() => mutate(input)} />;
}
