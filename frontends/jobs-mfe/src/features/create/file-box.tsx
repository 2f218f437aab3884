import './file-box.css';
import { limits } from '@numscope/contracts';
import {
  Button,
  DropPlace,
  formatBytes,
  formatCount,
  formatDuration,
  formatSeconds,
  IconButton,
  Mark,
  Progress,
} from '@numscope/ui';
import { IconCircleCheck, IconFileText, IconPlayerStop, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FilePeek } from '../../domain/peek-file.ts';
import { texts } from '../../texts/opened.ts';
import { type UploadState, uploadPace } from './use-upload.ts';

/** Where a file is dropped or chosen. */
export const FileDrop = (props: { onFile: (file: File) => void; onSeveral: () => void; fault: string | undefined }) => (
  <DropPlace
    title={texts('dropHere')}
    hint={texts('dropHint', { phones: formatCount(limits.phonesInFile), size: formatBytes(limits.phonesFileBytes) })}
    choose={texts('chooseFile')}
    {...props}
  />
);

interface FileLineProps {
  file: File;
  peek: FilePeek | null;
  /** What stands on the right. */
  children: ReactNode;
  below?: ReactNode;
}

/** The chosen file: its name, size, and how it is read. */
function FileLine({ file, peek, children, below }: FileLineProps) {
  const facts = [
    formatBytes(file.size),
    ...(peek === null
      ? []
      : [
          peek.sheet
            ? texts('firstSheet')
            : peek.column === null
              ? texts('firstColumn')
              : texts('fileColumn', { column: peek.column }),
          peek.encoding,
        ]),
  ];
  return (
    <div className="jb-file">
      <span className="jb-file-mark" aria-hidden>
        <IconFileText size={16} stroke={1.7} />
      </span>
      <div className="ns-grow">
        <div className="ns-b ns-clip">{file.name}</div>
        <div className="ns-sm ns-t3 ns-num">{facts.join(', ')}</div>
      </div>
      {children}
      {below === undefined ? null : <div className="jb-file-below">{below}</div>}
    </div>
  );
}

/** A file that waits to be sent. */
export const FileChosen = ({ onRemove, ...rest }: { file: File; peek: FilePeek | null; onRemove: () => void }) => (
  <FileLine {...rest}>
    <IconButton label={texts('removeFile')} onClick={onRemove}>
      <IconX size={16} stroke={1.7} aria-hidden />
    </IconButton>
  </FileLine>
);

/** A file on its way, with what is left and a way to stop. */
export function FileSending({
  state,
  onStop,
  ...rest
}: {
  file: File;
  peek: FilePeek | null;
  state: UploadState;
  onStop: () => void;
}) {
  const pace = uploadPace(state);
  return (
    <FileLine
      {...rest}
      below={
        <>
          <Progress value={state.sent} total={state.total} label={texts('uploading')} />
          <div className="jb-file-pace" aria-live="polite">
            {state.reading ? (
              texts('reading')
            ) : (
              <>
                <span>{texts('uploadOf', { sent: formatBytes(state.sent), total: formatBytes(state.total) })}</span>
                {pace === null ? null : (
                  <>
                    <span>{texts('uploadRate', { rate: formatBytes(pace.rate) })}</span>
                    <span className="ns-grow" />
                    <span className="ns-b">{texts('timeLeft', { time: formatDuration(pace.left) })}</span>
                  </>
                )}
              </>
            )}
          </div>
        </>
      }
    >
      <Button size="sm" kind="quiet" onClick={onStop}>
        <IconPlayerStop size={14} stroke={1.8} aria-hidden />
        {texts('stopUpload')}
      </Button>
    </FileLine>
  );
}

/** A file that the server has. */
export const FileSent = ({
  ms,
  onReplace,
  busy,
  ...rest
}: {
  file: File;
  peek: FilePeek | null;
  ms: number;
  onReplace: () => void;
  busy: boolean;
}) => (
  <FileLine {...rest}>
    <Mark kind={{ icon: IconCircleCheck, tone: 'good', word: 'done' }}>
      {texts('uploadedIn', {
        time: ms < 60_000 ? formatSeconds(Math.max(0.1, ms / 1000), 1) : formatDuration(ms),
      })}
    </Mark>
    <Button size="sm" kind="quiet" busy={busy} onClick={onReplace}>
      {texts('replace')}
    </Button>
  </FileLine>
);
