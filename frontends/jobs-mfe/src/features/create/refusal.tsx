import './refusal.css';
import { messages, limits } from '@numscope/contracts';
import { type ApiFailure, Button } from '@numscope/ui';
import { IconAlertTriangle } from '@tabler/icons-react';
import { refusedLines } from '../../domain/refused-lines.ts';
import { texts } from '../../texts/texts.ts';

/** Why the server refused a file, with the lines at fault and the offer to leave them out. */
export function Refusal({ failure, onLeaveOut }: { failure: ApiFailure; onLeaveOut: () => void }) {
  const lines = refusedLines(failure.details).slice(0, limits.invalidLinesShown);
  return (
    <div className="ns-note jb-refusal" data-tone="bad" role="alert">
      <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
      <div className="ns-grow">
        <strong className="ns-b">{failure.message}</strong>
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
        {failure.message === messages.phonesNotNumeric ? (
          <Button size="sm" onClick={onLeaveOut}>
            {texts('leaveOut')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
