import type { ReactNode } from 'react';

export interface Segment<T extends string> {
  value: T;
  label: string;
  icon?: ReactNode;
}

interface SegmentedProps<T extends string> {
  label: string;
  segments: readonly Segment<T>[];
  value: T;
  onChange: (value: T) => void;
}

/** A choice among a few views, of which one is on. */
export function Segmented<const T extends string>({ label, segments, value, onChange }: SegmentedProps<T>) {
  return (
    <fieldset className="ns-fieldset ns-seg" aria-label={label}>
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          aria-pressed={segment.value === value}
          onClick={() => onChange(segment.value)}
        >
          {segment.icon}
          {segment.label}
        </button>
      ))}
    </fieldset>
  );
}
