import './threshold.css';
import { formatDecimal } from '@numscope/ui';
import { useId } from 'react';
import { texts } from '../../texts/texts.ts';

interface ThresholdProps {
  value: number;
  /** What was asked for: below it nothing is known. */
  least: number;
  /** The model's own. */
  own: number;
  onChange: (value: number) => void;
}

const two = (value: number): string => formatDecimal(value, 2);

/** A slider for the least similarity of a match, with a mark at the model's own threshold. */
export function Threshold({ value, least, own, onChange }: ThresholdProps) {
  const id = useId();
  const text = texts('thresholdNow', { value: two(value), own: two(own) });
  return (
    <div className="rs-threshold">
      <label className="ns-label" htmlFor={id}>
        {texts('threshold')}
      </label>
      <output htmlFor={id}>{two(value)}</output>
      <div className="rs-track">
        <input
          id={id}
          type="range"
          min={least}
          max={1}
          step={0.01}
          value={value}
          aria-valuetext={text}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
        <button
          type="button"
          className="rs-own"
          ref={(mark) => mark?.style.setProperty('--rs-own', String((own - least) / (1 - least)))}
          title={texts('thresholdOwnLong', { value: two(own) })}
          onClick={() => onChange(own)}
        >
          {texts('thresholdOwn', { value: two(own) })}
        </button>
      </div>
    </div>
  );
}
