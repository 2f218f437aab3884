import { ConfirmCall, deselectRows } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';
import { noteDeleted } from '../results/gone-profiles.ts';

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
  return (
    <ConfirmCall
      call="deleteProfile"
      input={{ params: { phone } }}
      invalidates={['searchProfiles', 'profileFacets', 'profilePlaces', 'getProfile', 'profilesByImageIds']}
      done={() => texts('deleted')}
      onDone={() => {
        deselectRows('profiles', [phone]);
        noteDeleted(phone);
        onDeleted();
      }}
      question={texts('deleteQuestion')}
      action={texts('deleteProfile')}
      keep={texts('keepProfile')}
      onClose={onClose}
    >
      {texts('deleteHint', { phone })}
    </ConfirmCall>
  );
}
