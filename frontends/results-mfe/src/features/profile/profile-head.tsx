import './profile-head.css';
import type { ProfileDetail } from '@numscope/contracts';
import {
  Button,
  callApi,
  callBlob,
  ConfidenceMeter,
  copyText,
  Face,
  formatLastOnline,
  formatMoment,
  formatUtc,
  IconButton,
  isAdmin,
  Link,
  MadeUpMark,
  Menu,
  MenuItem,
  Phone,
  profileFileName,
  type SaidPurpose,
  usePurpose,
  useSession,
  type ExportFormat,
} from '@numscope/ui';
import { IconDots, IconLink, IconPrinter, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { lastOnlineOf } from '../../domain/last-online.ts';
import { bestName, isMadeUp } from '../../domain/profile-facts.ts';
import { texts } from '../../texts/texts.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import type { useExport } from '../export/use-export.ts';
import { printNow } from '../print/print-now.ts';
import { usePrintTime } from '../print/use-print-time.ts';
import { AskAgain } from './ask-again.tsx';

interface HeadProps {
  detail: ProfileDetail;
  exporting: ReturnType<typeof useExport>;
  onDelete: () => void;
}

/** Who it is, how sure, and what can be done. */
export function ProfileHead({ detail, exporting, onDelete }: HeadProps) {
  const session = useSession();
  const admin = isAdmin(session);
  const { target, sources } = detail;
  const printedAt = usePrintTime();
  const { ask, dialog } = usePurpose();
  const [purpose, setPurpose] = useState<string>();
  const [recording, setRecording] = useState(false);
  const name = bestName(target);
  const onlineAt = lastOnlineOf(target);
  const lastOnline = formatLastOnline(onlineAt);
  const found = sources.filter(({ status, profile }) =>
    status === undefined ? profile !== null : status === 'FOUND',
  ).length;
  const start = (format: ExportFormat, said: SaidPurpose): void =>
    exporting.start({
      file: profileFileName(target.phone),
      format,
      said,
      total: { count: 1, atLeast: false },
      search: null,
      read: (signal) => callBlob('individualExport', { query: { phone: target.phone, ...said } }, { signal }),
    });
  // That the profile is shown is recorded already; what it is printed for is not.
  const print = async (said: SaidPurpose): Promise<void> => {
    if (said.purpose !== undefined) {
      setRecording(true);
      const query = { phone: target.phone, ...said };
      const isRecorded = await callApi('individualExport', { query }).then(
        () => true,
        () => false,
      );
      setRecording(false);
      if (!isRecorded) return;
    }
    flushSync(() => setPurpose(said.purpose));
    printNow(() => setPurpose(undefined));
  };
  return (
    <header className="rp-head">
      <Face name={name} imageId={target.photos[0]?.imageId} large />
      <div className="rp-who">
        <div className="ns-row rp-name">
          <h1>{name || texts('noName')}</h1>
          {isMadeUp(target) ? <MadeUpMark what="person" /> : null}
        </div>
        <div className="rp-line">
          <strong className="ns-b">
            <Phone
              phone={target.phone}
              international={target.numbering?.international}
              country={target.numbering?.country}
              copy="always"
            />
          </strong>
          <ConfidenceMeter value={target.confidence} words />
          {lastOnline === null || onlineAt === null ? null : (
            <span className="ns-sm ns-t2 ns-num" title={formatUtc(onlineAt)}>
              {texts('lastOnlineAt', { time: lastOnline })}
            </span>
          )}
        </div>
        <div className="rp-line rp-small">
          <span>{texts('knownBy', { found, asked: sources.length })}</span>
          <span title={formatUtc(target.timestamp)}>
            {texts('updatedAt', { time: formatMoment(target.timestamp) })}
          </span>
          {target.jobs.length === 0 ? null : (
            <span>
              {texts('inJobs')}{' '}
              {target.jobs.slice(0, 6).map((job, i) => (
                <span key={job}>
                  {i === 0 ? '' : ', '}
                  {admin ? <Link to={`/ext/job/${job}`}>{job}</Link> : job}
                </span>
              ))}
              {target.jobs.length > 6 ? ` +${target.jobs.length - 6}` : ''}
            </span>
          )}
          {purpose === undefined ? null : (
            <span className="rp-onpaper">
              <b>{texts('exportPurpose')}</b> {purpose}
            </span>
          )}
          <span className="rp-onpaper">
            {texts('printedAt', { time: formatUtc(printedAt), user: session?.userName ?? '' })}
          </span>
        </div>
      </div>
      <div className="ns-row rp-actions ns-noprint">
        {admin ? <AskAgain phone={target.phone} /> : null}
        <Button busy={recording} onClick={() => ask(texts('print'), (said) => void print(said))}>
          <IconPrinter size={14} stroke={1.8} aria-hidden />
          {texts('print')}
        </Button>
        {dialog}
        <ExportMenu kind="primary" onExport={start} />
        <Menu
          label={texts('more')}
          renderTrigger={(props) => (
            <IconButton {...props} label={texts('more')}>
              <IconDots size={16} stroke={1.7} />
            </IconButton>
          )}
        >
          <MenuItem onSelect={() => void copyText(location.href)}>
            <IconLink size={16} stroke={1.7} aria-hidden />
            {texts('copyLink')}
          </MenuItem>
          {admin ? (
            <MenuItem danger onSelect={onDelete}>
              <IconTrash size={16} stroke={1.7} aria-hidden />
              {texts('deleteProfile')}
            </MenuItem>
          ) : null}
        </Menu>
      </div>
    </header>
  );
}
