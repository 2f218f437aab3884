import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { t } from '../i18n/texts.ts';
import { Button, type ButtonProps, IconButton } from './button.tsx';
import { useModal } from './use-modal.ts';

interface DialogProps {
  title: ReactNode;
  onClose: () => void;
  /** Pixels; confirm 480, create job 1064. */
  width?: number;
  children: ReactNode;
  footer?: ReactNode;
  /** False while leaving would lose something: then only its own buttons close it. */
  dismissable?: boolean;
}

/**
 * A modal window on the browser's own `dialog`: focus stays inside, Escape closes, the page behind is inert. Render it
 * only while open.
 */
export function Dialog({ title, onClose, width = 480, children, footer, dismissable = true }: DialogProps) {
  const modal = useModal(onClose, dismissable);
  const id = useId();
  return (
    <dialog
      ref={modal}
      className="ns-dialog"
      aria-labelledby={id}
      style={{ width: `min(${width}px, calc(100vw - 24px))` }}
    >
      <header className="ns-dialog-head">
        <h2 id={id} className="ns-grow">
          {title}
        </h2>
        {dismissable ? (
          <IconButton label={t('close')} onClick={onClose}>
            <IconX size={16} stroke={1.7} />
          </IconButton>
        ) : null}
      </header>
      <div className="ns-dialog-body">{children}</div>
      {footer === undefined ? null : <footer className="ns-dialog-foot">{footer}</footer>}
    </dialog>
  );
}

interface ActionProps
  extends
    Omit<DialogProps, 'footer' | 'dismissable'>,
    Pick<ButtonProps, 'kind' | 'busy' | 'disabled' | 'form' | 'onClick'> {
  /** The button in a verb: 'Cancel the job'. */
  action: string;
  /** The button that leaves; 'Cancel' unless said. */
  leave?: string;
  /**
   * Whether it may be left while it is busy: then leaving ends what is under way, or that goes on and is told elsewhere.
   * Else it stays until the answer is there, which may be said only once or close a window that was opened since.
   */
  mayLeave?: boolean;
}

/** A window that is left, or does what it is for; with `form` that is to submit it. */
export const ActionDialog = ({
  title,
  onClose,
  width = 480,
  children,
  action,
  leave,
  mayLeave = false,
  form,
  ...button
}: ActionProps) => {
  const stays = button.busy === true && !mayLeave;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      width={width}
      dismissable={!stays}
      footer={
        <>
          <Button disabled={stays} onClick={onClose}>
            {leave ?? t('cancel')}
          </Button>
          <Button kind="primary" type={form === undefined ? 'button' : 'submit'} form={form} {...button}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
};
