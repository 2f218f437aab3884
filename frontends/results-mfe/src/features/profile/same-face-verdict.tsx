import type { FaceVerdict, SameFace } from '@numscope/contracts';
import { Button, formatMoment, formatUtc } from '@numscope/ui';
import { IconArrowBackUp, IconCheck, IconUserCheck, IconUserX, IconX } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';

interface VerdictProps {
  same: SameFace;
  busy: boolean;
  onJudge: (verdict: SameFace['verdict']) => void;
}

const words = (verdict: FaceVerdict['verdict']): string =>
  texts(verdict === null ? 'verdictNone' : `verdict${verdict}`);

const By = ({ said: { verdict, by, at } }: { said: FaceVerdict }) => (
  <span title={formatUtc(at)}>{texts('verdictBy', { verdict: words(verdict), user: by, time: formatMoment(at) })}</span>
);

/** What a person says about the faces of two numbers, who said so and when; all of it can be taken back. */
export function SameFaceVerdict({ same: { phone, verdict, verdicts }, busy, onJudge }: VerdictProps) {
  const [last, ...earlier] = verdicts;
  const Icon = verdict === 'SAME' ? IconUserCheck : IconUserX;
  return (
    <>
      <div className="rp-same-says">
        <output className="ns-row ns-grow ns-sm">
          {verdict === null ? null : <Icon size={14} stroke={1.8} aria-hidden />}
          {last === undefined ? null : <By said={last} />}
        </output>
        <span className="ns-row ns-noprint">
          {verdict === 'SAME' ? null : (
            <Button
              size="sm"
              busy={busy}
              aria-label={texts('confirmSameOf', { phone })}
              onClick={() => onJudge('SAME')}
            >
              <IconCheck size={14} stroke={1.8} aria-hidden />
              {texts('confirmSame')}
            </Button>
          )}
          {verdict === 'DIFFERENT' ? null : (
            <Button
              size="sm"
              busy={busy}
              aria-label={texts('denySameOf', { phone })}
              onClick={() => onJudge('DIFFERENT')}
            >
              <IconX size={14} stroke={1.8} aria-hidden />
              {texts('denySame')}
            </Button>
          )}
          {verdict === null ? null : (
            <Button
              size="sm"
              kind="quiet"
              busy={busy}
              aria-label={texts('takeBackOf', { phone })}
              onClick={() => onJudge(null)}
            >
              <IconArrowBackUp size={14} stroke={1.8} aria-hidden />
              {texts('takeBack')}
            </Button>
          )}
        </span>
      </div>
      {earlier.length === 0 ? null : (
        <details>
          <summary>{texts('verdictHistory', { count: earlier.length })}</summary>
          <ol>
            {earlier.map((said) => (
              <li key={`${said.at} ${said.by}`}>
                <By said={said} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}
