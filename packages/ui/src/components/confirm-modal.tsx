import type { ReactNode } from 'react';
import { translate } from '../server-texts/translate.ts';
import { ActionDialog } from './dialog.tsx';

export interface ConfirmProps {
  /** The specified question, for example messages.confirmCancelJob. */
  question: string;
  /** The button in a verb: 'Cancel the job'. */
  action: string;
  /** The safe button says what it keeps: 'Keep the job'. 'Cancel' beside 'cancel this job' would be either. */
  keep: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What happens next. */
  children?: ReactNode;
}

/** Asks before something that cannot be undone. Render it only while open. */
export const ConfirmModal = ({ question, keep, danger = false, onConfirm, children, ...dialog }: ConfirmProps) => (
  <ActionDialog
    {...dialog}
    title={translate(question)}
    leave={keep}
    kind={danger ? 'danger' : 'primary'}
    onClick={onConfirm}
  >
    {children}
  </ActionDialog>
);
