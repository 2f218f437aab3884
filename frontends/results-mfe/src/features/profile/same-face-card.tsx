import './same-face-card.css';
import { type NearNumber, type SameFace } from '@numscope/contracts';
import { Button, formatCount, NotLoaded, StaleNote, useCall } from '@numscope/ui';
import { type ReactNode, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { Comparison, LikelihoodNote } from '../faces/comparison.tsx';
import { StoredFaceCrop } from '../faces/face-crop.tsx';
import { NoticeText, useAgreement } from '../faces/face-notice.tsx';
import { NotIndexed } from '../faces/not-indexed.tsx';
import { JudgedBefore, OtherNumber } from './judged-before.tsx';
import { SameFaceVerdict } from './same-face-verdict.tsx';
import { SectionCard } from './section-card.tsx';
import { useSameFace } from './use-same-face.ts';

/** Numbers shown before all are asked for. */
const FIRST = 3;

/** Numbers on which the same face may be, by the faces alone, and what people said about that. */
export function SameFaceCard({ phone }: { phone: string }) {
  const [all, setAll] = useState(false);
  const faces = useCall('facesState', {}, { quiet: true });
  const off = faces.data?.enabled === false;
  const notice = faces.data?.notice ?? null;
  const { query, judge } = useSameFace(phone, faces);
  const { data, error } = query;
  const retry = (): void => {
    void faces.refetch();
    void query.refetch();
  };
  if (off)
    return (
      <SectionCard id="same-face">
        <p className="rp-nobody">{texts('facesOFF')}</p>
      </SectionCard>
    );
  if (notice !== null)
    return (
      <SectionCard id="same-face">
        <BeforeFirst notice={notice} />
      </SectionCard>
    );
  if (data === undefined)
    return (
      <SectionCard id="same-face">
        <NotLoaded query={{ error, refetch: retry }} title={texts('sameFaceFailed')} rows={3} />
      </SectionCard>
    );
  const verdictOf = (same: SameFace): ReactNode => (
    <SameFaceVerdict
      same={same}
      // One after the other: an answer holds all verdicts, and an earlier one may come later.
      busy={judge.isPending}
      onJudge={(verdict) => judge.mutate({ params: { phone }, body: { phone: same.phone, verdict } })}
    />
  );
  const near = data.filter((same) => same.near);
  const note = <StaleNote query={{ data, error, refetch: retry }} />;
  const judged = <JudgedBefore numbers={data.filter(({ near }) => !near)} verdictOf={verdictOf} />;
  if (near.length === 0)
    return (
      <SectionCard id="same-face" note={note}>
        <p className="rp-nobody">{texts('sameFaceNone')}</p>
        <NotIndexed indexed={faces.data?.indexed !== false} />
        {judged}
      </SectionCard>
    );
  return (
    <SectionCard id="same-face" count={near.length} note={note}>
      <NotIndexed indexed={faces.data?.indexed !== false} />
      <ul>
        {near.slice(0, all ? near.length : FIRST).map((same) => (
          <li key={same.phone} className="rp-same">
            <Pair same={same} phone={phone} />
            {verdictOf(same)}
          </li>
        ))}
      </ul>
      {near.length > FIRST ? (
        <p className="rp-same-note">
          <button type="button" className="ns-link ns-noprint" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? texts('fewer') : texts('all', { count: formatCount(near.length) })}
          </button>
          {all ? null : (
            <span className="rp-onpaper">
              {texts('sameFaceOnPaper', { count: formatCount(FIRST), total: formatCount(near.length) })}
            </span>
          )}
        </p>
      ) : null}
      {near.every(({ mayHaveMore }) => !mayHaveMore) ? null : (
        <p className="rp-same-note ns-sm ns-t2">{texts('sameFaceCut', { count: formatCount(near.length) })}</p>
      )}
      {judged}
      {faces.data?.model ? (
        <div className="rp-same-note">
          <LikelihoodNote model={faces.data.model} />
        </div>
      ) : null}
    </SectionCard>
  );
}

/** The operator's notice, for a user who has not agreed to it: this card searches by a face, too. */
function BeforeFirst({ notice }: { notice: string }) {
  const { busy, agree } = useAgreement(notice);
  return (
    <div className="rp-same-notice">
      <h3>{texts('faceNotice')}</h3>
      <NoticeText notice={notice} />
      <Button size="sm" busy={busy} onClick={agree}>
        {texts('faceNoticeAgree')}
      </Button>
    </div>
  );
}

/** The nearest pair of faces of both numbers. */
function Pair({ same, phone }: { same: NearNumber; phone: string }) {
  const side = (face: NearNumber['own'], of: string, caption: string) => ({
    crop: <StoredFaceCrop imageId={face.imageId} box={face.boundingBox} label={texts('faceOfNumber', { phone: of })} />,
    caption,
    quality: face.quality,
  });
  return (
    <>
      <OtherNumber same={same} />
      <Comparison
        of={same}
        faces={[side(same.own, phone, texts('thisNumber')), side(same.other, same.phone, texts('otherNumber'))]}
      />
    </>
  );
}
