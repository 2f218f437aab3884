import { IconAlertTriangle } from '@tabler/icons-react';

/** What is wrong with a field. */
export function Fault({ id, text }: { id: string; text: string | undefined }) {
  return (
    <span id={id} role="alert" className="ns-field-error">
      {text === undefined ? null : (
        <>
          <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
          {text}
        </>
      )}
    </span>
  );
}
