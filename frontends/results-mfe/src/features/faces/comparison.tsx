import './comparison.css';
import type { FaceComparison, FaceModel, FaceQuality } from '@numscope/contracts';
import { formatDecimal, formatPercent } from '@numscope/ui';
import type { ReactNode } from 'react';
import { texts } from '../../texts/texts.ts';
import { likelihoodText, qualityText } from './face-words.ts';

export interface ComparedFace {
  crop: ReactNode;
  caption: string;
  quality: FaceQuality;
}

interface ComparisonProps {
  of: FaceComparison;
  faces: readonly [ComparedFace, ComparedFace];
}

/** What speaks for two faces being of one person: both side by side, and how near they are. No verdict. */
export const Comparison = ({ of, faces }: ComparisonProps) => (
  <div className="rf-compare">
    <div className="rf-pair">
      {faces.map(({ crop, caption }) => (
        <figure key={caption}>
          {crop}
          <figcaption>{caption}</figcaption>
        </figure>
      ))}
    </div>
    <dl className="rf-facts">
      <div>
        <dt>{texts('likelihood')}</dt>
        <dd className="ns-b">{likelihoodText(of)}</dd>
      </div>
      <div>
        <dt>{texts('similarity')}</dt>
        <dd>{formatDecimal(of.similarity, 2)}</dd>
      </div>
      <div>
        <dt>{texts('distance')}</dt>
        <dd>{formatDecimal(of.distance, 2)}</dd>
      </div>
      {faces.map(({ caption, quality }) => (
        <div key={caption}>
          <dt>{caption}</dt>
          <dd>{qualityText(quality)}</dd>
        </div>
      ))}
    </dl>
  </div>
);

/** What a likelihood is, and what it is not, with the published test that it comes from. */
export const LikelihoodNote = ({ model }: { model: FaceModel }) => (
  <p className="ns-hint">
    {texts('likelihoodMeaning', {
      pairs: model.errors.pairs,
      wrong: formatPercent(model.errors.falseMatch * 100),
      missed: formatPercent(model.errors.falseNonMatch * 100),
      source: model.errors.source,
    })}
  </p>
);
