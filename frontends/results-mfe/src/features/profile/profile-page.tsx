import '../print/print.css';
import './profile-page.css';
import { ApiFailure } from '@numscope/client';
import {
  Button,
  navigate,
  NotLoaded,
  Phone,
  StaleNote,
  StateBlock,
  useCall,
  useFooterNote,
  usePageTitle,
  useSession,
  isAdmin,
  lazyDialog,
} from '@numscope/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bestName } from '../../domain/profile-facts.ts';
import { texts } from '../../texts/texts.ts';
import { ExportStanding } from '../export/export-standing.tsx';
import { useExport } from '../export/use-export.ts';
import { AskAgain } from './ask-again.tsx';
import { hearOfProfile } from './hear-of-profile.ts';
import { ProfileCards } from './profile-cards.tsx';
import { ProfileHead } from './profile-head.tsx';
import { ProfileNav } from './profile-nav.tsx';
import { useProfileNews } from './use-profile-news.ts';

const DeleteProfile = lazyDialog(() => import('./delete-profile.tsx'));
const RawAnswers = lazyDialog(() => import('./raw-answers.tsx'));

/** Everything that is known about one number. It follows what happens to the number while it is open. */
export default function ProfilePage({ phone }: { phone: string }) {
  const session = useSession();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'delete' | 'answers' | null>(null);
  const exporting = useExport();
  const query = useCall('individualExport', { query: { phone } }, { quiet: true, keep: false });
  const { data, error } = query;
  usePageTitle(data === undefined ? phone : bestName(data.target) || phone);
  useFooterNote(texts('profileNote'));
  useProfileNews((message) => hearOfProfile(client, phone, message));

  // Also of one that was shown until now: what is deleted meanwhile is gone here, too.
  if (error instanceof ApiFailure && error.status === 404) {
    return (
      <div className="rs-empty">
        <StateBlock
          kind="empty"
          title={texts('profileUnknown')}
          actions={
            <>
              {isAdmin(session) ? <AskAgain phone={phone} /> : null}
              <Button onClick={() => history.back()}>{texts('back')}</Button>
            </>
          }
        >
          <span className="ns-block">
            <Phone phone={phone} copy="none" />
          </span>
          {texts('profileUnknownHint')}
        </StateBlock>
      </div>
    );
  }
  if (data === undefined)
    return <NotLoaded query={query} title={texts('profileFailed')} rows={12} errorClass="rs-empty" />;
  return (
    <div className="ns-page rp-page">
      <ProfileHead detail={data} exporting={exporting} onDelete={() => setDialog('delete')} />
      <StaleNote query={query} />
      <div className="rp-body">
        <ProfileNav detail={data} />
        <ProfileCards detail={data} onAnswers={() => setDialog('answers')} />
      </div>
      <ExportStanding step={exporting.step} onStop={exporting.stop} />
      {dialog === 'delete' ? (
        <DeleteProfile
          phone={phone}
          onClose={() => setDialog(null)}
          onDeleted={() => navigate(location.pathname.startsWith('/ext') ? '/ext/results' : '/int')}
        />
      ) : null}
      {dialog === 'answers' ? <RawAnswers phone={phone} onClose={() => setDialog(null)} /> : null}
    </div>
  );
}
