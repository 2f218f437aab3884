import './picture-dialog.css';
import { type FacesState, limits } from '@numscope/contracts';
import { ActionDialog, Button, Dialog, DropPlace, formatBytes, useObjectUrl } from '@numscope/ui';
import { IconLoader2, IconPlayerStop } from '@tabler/icons-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { PictureSearch } from '../../domain/picture-search.ts';
import { texts } from '../../texts/texts.ts';
import { NoticeText, useAgreement } from '../faces/face-notice.tsx';
import { PurposeField } from '../faces/purpose-field.tsx';
import { usePastedPicture } from './use-pasted-picture.ts';
import { type Sending, useSendPicture } from './use-send-picture.ts';

interface DialogProps {
  faces: FacesState;
  /** Dropped or pasted before the window was open. */
  first: File | null;
  onFound: (search: PictureSearch) => void;
  onClose: () => void;
}

/** Takes a picture to search by: after the operator's notice was agreed to, and with a purpose where one is asked for. */
export default function PictureDialog({ faces, ...rest }: DialogProps) {
  if (faces.notice !== null) return <Notice notice={faces.notice} onClose={rest.onClose} />;
  return <ChoosePicture faces={faces} {...rest} />;
}

function Notice({ notice, onClose }: { notice: string; onClose: () => void }) {
  const { busy, agree } = useAgreement(notice);
  return (
    <ActionDialog
      title={texts('faceNotice')}
      width={560}
      onClose={onClose}
      action={texts('faceNoticeAgree')}
      busy={busy}
      onClick={agree}
    >
      <NoticeText notice={notice} />
    </ActionDialog>
  );
}

function ChoosePicture({ faces, first, onFound, onClose }: DialogProps) {
  const [purpose, setPurpose] = useState('');
  const [waiting, setWaiting] = useState<File | null>(null);
  const [several, setSeveral] = useState(false);
  const { sending, send, stop } = useSendPicture(faces, onFound);
  const missing = waiting !== null && purpose.trim() === '';
  const choose = (picture: File): void => {
    setSeveral(false);
    if (faces.purposeRequired && purpose.trim() === '') return setWaiting(picture);
    setWaiting(null);
    void send(picture, purpose.trim());
  };
  usePastedPicture((picture) => {
    choose(picture);
    return true;
  });
  const begun = useRef(first);
  useEffect(() => {
    if (begun.current !== null) choose(begun.current);
    begun.current = null;
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (waiting !== null) choose(waiting);
  };
  return (
    <Dialog title={texts('searchByPicture')} width={560} onClose={onClose}>
      <form className="ns-form" onSubmit={submit} noValidate>
        {faces.purposeRequired ? (
          <PurposeField
            value={purpose}
            missing={missing}
            disabled={sending.state === 'sending'}
            onChange={setPurpose}
          />
        ) : null}
        <Preview waiting={waiting} sending={sending} onStop={stop} />
        {sending.state === 'sending' ? null : (
          <DropPlace
            title={texts('pictureDrop')}
            hint={texts('pictureDropHint', { size: formatBytes(limits.searchImageBytes) })}
            choose={texts('pictureChoose')}
            accept="image/jpeg,image/png"
            onFile={choose}
            onSeveral={() => setSeveral(true)}
            fault={several ? texts('pictureSeveral') : sending.state === 'refused' ? sending.fault : undefined}
          />
        )}
        {waiting === null ? null : (
          <Button kind="primary" type="submit">
            {texts('search')}
          </Button>
        )}
        <p className="ns-hint">{texts('pictureRecorded')}</p>
      </form>
    </Dialog>
  );
}

/** The chosen picture, and how far it is. */
function Preview({ waiting, sending, onStop }: { waiting: File | null; sending: Sending; onStop: () => void }) {
  const picture = waiting ?? (sending.state === 'none' || sending.state === 'refused' ? undefined : sending.picture);
  const url = useObjectUrl(picture);
  if (picture === undefined) return null;
  return (
    <div className="rs-preview">
      {url === null ? null : <img src={url} alt={texts('pictureOf', { name: picture.name })} />}
      {sending.state === 'sending' && waiting === null ? (
        <output className="ns-row">
          <IconLoader2 size={14} stroke={1.8} className="tabler-icon ns-spin" aria-hidden />
          {texts('pictureLooking')}
          <Button size="sm" onClick={onStop}>
            <IconPlayerStop size={14} stroke={1.8} aria-hidden />
            {texts('pictureStop')}
          </Button>
        </output>
      ) : null}
      {sending.state === 'no-face' && waiting === null ? (
        <div role="alert">
          <strong>{texts('pictureNoFace', { name: picture.name })}</strong>
          <p className="ns-sm ns-t2">{texts('pictureNoFaceHint')}</p>
        </div>
      ) : null}
    </div>
  );
}
