import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export interface FieldMessageProps {
  id: string;
  fault: string | undefined;
  hint?: string | undefined;
}

/** What is to be known of a field, or what is wrong with it. */
export const FieldMessage = ({ id, fault, hint }: FieldMessageProps) => (
  <span id={id} aria-live="polite" className={fault === undefined ? 'ns-hint' : 'ns-field-error'}>
    {fault === undefined ? null : <IconAlertCircle size={14} stroke={1.8} aria-hidden />}
    {fault ?? hint}
  </span>
);

/** Why what a form asked for was refused, where that is no fault of a single field. */
export const FormError = ({ children }: { children: ReactNode }) => (
  <p className="ns-field-error" role="alert">
    <IconAlertCircle size={14} stroke={1.8} aria-hidden />
    {children}
  </p>
);
