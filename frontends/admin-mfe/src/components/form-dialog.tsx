import { ActionDialog } from '@numscope/ui';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { FormError } from './form-messages.tsx';

interface FormDialogProps extends Pick<
  ComponentProps<typeof ActionDialog>,
  'title' | 'width' | 'action' | 'busy' | 'onClose' | 'children'
> {
  className?: string;
  /** Why what was asked for was refused, where that is no fault of a single field; null: it was not. */
  refused: ReactNode;
  /** Told that the form is sent, by its button or the Enter key. */
  onSubmit: (form: HTMLFormElement) => void;
  /** Below the form. */
  below?: ReactNode;
}

/** A window with a form, which is left or sent. */
export function FormDialog({ className = '', refused, onSubmit, children, below, ...dialog }: FormDialogProps) {
  const id = useId();
  return (
    <ActionDialog {...dialog} form={id}>
      <form
        id={id}
        className={`ns-form ${className}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(event.currentTarget);
        }}
      >
        {children}
        {refused === null ? null : <FormError>{refused}</FormError>}
      </form>
      {below}
    </ActionDialog>
  );
}
