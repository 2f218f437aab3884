import { IconAlertCircle } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';

/**
 * How a field stands that must be filled in.
 * @param hint the id of what else is said of it
 */
export const neededProps = (id: string, isMissing: boolean, hint?: string) => ({
  'aria-invalid': isMissing,
  'data-invalid': isMissing ? '' : undefined,
  'aria-describedby': hint === undefined ? `${id}needed` : `${hint} ${id}needed`,
});

/** Says below a field that it is needed, or what else is wrong with it. */
export const Needed = ({ id, isMissing, fault }: { id: string; isMissing: boolean; fault?: string | undefined }) => (
  <span id={`${id}needed`} className="ns-field-error" aria-live="polite">
    {isMissing || fault !== undefined ? (
      <>
        <IconAlertCircle size={14} stroke={1.8} aria-hidden />
        {isMissing ? texts('fieldNeeded') : fault}
      </>
    ) : null}
  </span>
);
