import type { User } from '@numscope/contracts';
import { ConfirmModal, notify, useAction } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';

/** Asks before a second factor is taken from a user. */
export function ResetFactor({ user: { id, userName: name }, onClose }: { user: User; onClose: () => void }) {
  const reset = useAction('resetSecondFactor', {
    invalidates: ['searchUsers'],
    onSuccess: () => {
      notify('success', texts('factorResetDone', { name }));
      onClose();
    },
  });
  return (
    <ConfirmModal
      question={texts('factorResetQuestion')}
      action={texts('factorResetAction')}
      keep={texts('factorResetKeep')}
      danger
      busy={reset.isPending}
      onConfirm={() => reset.mutate({ params: { id } })}
      onClose={onClose}
    >
      {texts('factorResetHint', { name })}
    </ConfirmModal>
  );
}
