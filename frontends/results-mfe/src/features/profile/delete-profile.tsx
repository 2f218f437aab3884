import { ConfirmModal, notify, useAction } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';

/** Asks before everything that is known about a number goes. */
export default function DeleteProfile({
  phone,
  onClose,
  onDeleted,
}: {
  phone: string;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const remove = useAction('deleteProfile', {
    invalidates: ['searchProfiles', 'profileFacets'],
    onSuccess: () => {
      notify('success', texts('deleted'));
      onDeleted();
    },
  });
  return (
    <ConfirmModal
      question={texts('deleteQuestion')}
      action={texts('deleteProfile')}
      keep={texts('keepProfile')}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { phone } })}
      onClose={onClose}
    >
      {texts('deleteHint', { phone })}
    </ConfirmModal>
  );
}
