import './refusal.css';
import { limits } from '@numscope/contracts';
import { type ApiFailure } from '@numscope/client';
import { Button } from '@numscope/ui';
import { IconAlertTriangle } from '@tabler/icons-react';
import { refusedLines } from '../../domain/refused-lines.ts';
import { texts } from '../../texts/opened.ts';

/**
 * Why the server refused a file, with the lines at fault and what can be done: to take phones as people write them
 * (null once that was done), or to leave the lines out.
 */
export function Refusal({
  failure,
  sheet,
  onClean,
  onLeaveOut,
}: {
  failure: ApiFailure;
  /** The file is a spreadsheet. */
  sheet: boolean;
  onClean: (() => void) | null;
  onLeaveOut: () => void;
}) {
  // Nobody refused it: how far it came the server alone knows.
  const broke = failure.code === 'NO_ANSWER';
  const lines = refusedLines(failure.details).slice(0, limits.invalidLinesShown);
  return (
    <div className="ns-note jb-refusal" data-tone="bad" role="alert">
      <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
      <div className="ns-grow">
        <strong className="ns-b">{broke ? texts('uploadBroke') : failure.message}</strong>
        {broke ? <div>{texts('uploadBrokeHint')}</div> : null}
        {failure.requestId !== undefined && failure.status >= 500 ? <div>{failure.requestId}</div> : null}
        {lines.length > 0 ? (
          <>
            <div>{texts('firstLines', { count: lines.length })}</div>
            <ol className="jb-lines">
              {lines.map(({ line, text }) => (
                <li key={line}>
                  <span className="ns-num">{texts('line', { line })}</span>
                  <code className="ns-mono ns-clip">{text}</code>
                </li>
              ))}
            </ol>
          </>
        ) : null}
        {failure.code === 'PHONES_NOT_NUMERIC' ? (
          <div className="jb-refusal-ways">
            {onClean === null ? null : (
              <Button size="sm" onClick={onClean}>
                {texts('takeAsWritten')}
              </Button>
            )}
            <Button size="sm" onClick={onLeaveOut}>
              {texts('leaveOut')}
            </Button>
          </div>
        ) : null}
        {sheet && failure.code === 'NOT_CSV' && onClean !== null ? (
          <div className="jb-refusal-ways">
            <Button size="sm" onClick={onClean}>
              {texts('takeSheet')}
            </Button>
          </div>
        ) : null}
        {onClean !== null && (sheet || failure.code === 'PHONES_NOT_NUMERIC') ? (
          <div className="ns-sm ns-t3">{texts('takeAsWrittenHint')}</div>
        ) : null}
      </div>
    </div>
  );
}
