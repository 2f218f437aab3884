import './boxed-picture.css';
import type { BoundingBox, FaceQuality } from '@numscope/contracts';
import { useId } from 'react';

export interface BoxedFace {
  boundingBox: BoundingBox;
  quality: FaceQuality;
  /** What screen readers say of it: 'Face 2 of 3, 14 matches'. */
  label: string;
}

interface BoxedProps {
  url: string;
  alt: string;
  /** What is chosen by the boxes. */
  legend: string;
  faces: readonly BoxedFace[];
  chosen: number;
  onChoose: (face: number) => void;
}

const percent = (part: number): string => `${part * 100}%`;

/** A picture with a box around each face; one of them is chosen by a press, or by the arrow keys. */
export function BoxedPicture({ url, alt, legend, faces, chosen, onChoose }: BoxedProps) {
  const group = useId();
  return (
    <span className="rf-boxed" role="radiogroup" aria-label={legend}>
      <img src={url} alt={alt} />
      {faces.map(({ boundingBox: { left, top, width, height }, quality, label }, i) => (
        <label
          key={`${left} ${top} ${width} ${height}`}
          className="rf-box"
          data-poor={quality.faults.length === 0 ? undefined : ''}
          style={{ left: percent(left), top: percent(top), width: percent(width), height: percent(height) }}
        >
          <i aria-hidden />
          <b aria-hidden>{i + 1}</b>
          <input
            type="radio"
            name={group}
            aria-label={label}
            title={label}
            checked={i === chosen}
            onChange={() => onChoose(i)}
          />
        </label>
      ))}
    </span>
  );
}
