import type { ReactNode } from 'react';
import { said } from '../said/said.ts';
import { ActionDialog } from './dialog.tsx';

interface ConfirmProps {
  /** The specified question, for example messages.confirmCancelJob. */
  question: string;
  /** The button in a verb: 'Cancel the job'. */
  action: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What happens next. */
  children?: ReactNode;
}

/** Asks before something that cannot be undone. Render it only while open. */
export function ConfirmModal({
  question,
  action,
  danger = false,
  busy = false,
  onConfirm,
  onClose,
  children,
}: ConfirmProps) {
  return (
    <ActionDialog
      title={said(question)}
      onClose={onClose}
      action={action}
      kind={danger ? 'danger' : 'primary'}
      busy={busy}
      onClick={onConfirm}
    >
      {children}
    </ActionDialog>
  );
}
