import type { User } from '@numscope/contracts';
import { ConfirmCall } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';

/** Asks before a second factor is taken from a user. */
export function ResetFactor({ user: { id, userName: name }, onClose }: { user: User; onClose: () => void }) {
  return (
    <ConfirmCall
      call="resetSecondFactor"
      input={{ params: { id } }}
      invalidates={['searchUsers']}
      done={() => texts('factorResetDone', { name })}
      question={texts('factorResetQuestion')}
      action={texts('factorResetAction')}
      keep={texts('factorResetKeep')}
      onClose={onClose}
    >
      {texts('factorResetHint', { name })}
    </ConfirmCall>
  );
}
