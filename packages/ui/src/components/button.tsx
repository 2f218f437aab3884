import type { ButtonHTMLAttributes, Ref } from 'react';

type Native = ButtonHTMLAttributes<HTMLButtonElement>;

export interface ButtonProps extends Native {
  kind?: 'default' | 'primary' | 'quiet' | 'danger';
  size?: 'sm' | 'md' | 'lg';
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button. Its words are verbs; an icon goes before them as a child of 14 px. */
export function Button({
  kind = 'default',
  size = 'md',
  busy = false,
  className = '',
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`ns-btn ${className}`}
      data-kind={kind}
      data-size={size}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
    />
  );
}

export interface IconButtonProps extends Native {
  /** Said to screen readers and shown on hover: an icon alone is not enough. */
  label: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that is only an icon of 16 px. */
export function IconButton({ label, className = '', ...rest }: IconButtonProps) {
  return <button type="button" title={label} {...rest} aria-label={label} className={`ns-ib ${className}`} />;
}
