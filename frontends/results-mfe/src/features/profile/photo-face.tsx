import './photo-face.css';
import type { Face } from '@numscope/contracts';
import { formatPercent } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';
import { FaceCrop } from '../faces/face-crop.tsx';
import { estimatesOf, faultsText, poseText, qualityText } from '../faces/face-words.ts';

interface PhotoFaceProps {
  face: Face;
  url: string | null;
  /** 'Face 2 of 3'. */
  name: string;
}

/** One face of a photo: itself, how good it is to compare by, and what the model guesses about it. */
export function PhotoFace({ face, url, name }: PhotoFaceProps) {
  const { quality } = face;
  const pose = poseText(quality);
  const estimates = estimatesOf(face.estimates);
  return (
    <section className="rp-face" aria-label={name}>
      <div className="rp-face-head">
        <FaceCrop url={url} box={face.boundingBox} label={name} size={72} />
        <div>
          <h3>{name}</h3>
          <p className="ns-sm ns-t2">
            {quality.faults.length === 0
              ? texts('faceCompared')
              : texts('notCompared', { faults: faultsText(quality) })}
          </p>
        </div>
      </div>
      <dl>
        <div>
          <dt>{texts('detected')}</dt>
          <dd className="ns-num">{formatPercent(face.confidence * 100)}</dd>
        </div>
        <div>
          <dt>{texts('quality')}</dt>
          <dd className="ns-num">{qualityText({ ...quality, faults: [] })}</dd>
        </div>
      </dl>
      {pose === null && estimates.length === 0 ? null : (
        <>
          <h4>{texts('estimates')}</h4>
          <dl>
            {estimates.map(({ label, value, sure }) => (
              <div key={label + value}>
                <dt>{label}</dt>
                <dd>{value}</dd>
                <dd className="ns-num ns-t3">{sure}</dd>
              </div>
            ))}
            {pose === null ? null : (
              <div>
                <dt>{texts('estimatePose')}</dt>
                <dd className="ns-num">{pose}</dd>
              </div>
            )}
          </dl>
        </>
      )}
    </section>
  );
}
