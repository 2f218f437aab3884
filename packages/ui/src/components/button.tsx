import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';

type Native = ButtonHTMLAttributes<HTMLButtonElement>;

export interface ButtonProps extends Native {
  kind?: 'default' | 'primary' | 'quiet' | 'danger';
  size?: 'sm' | 'md' | 'lg';
  /** What it began is under way: it does nothing, but keeps the focus, which a disabled one would lose to the top of the page. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** Without its default a click sends no form either, which the Enter key in a field makes of it. */
const ignore = (event: MouseEvent): void => {
  event.preventDefault();
  event.stopPropagation();
};

const UNDER_WAY = { onClick: ignore, onKeyDown: undefined, 'aria-disabled': true, 'aria-busy': true } as const;

/** A button. Its words are verbs; an icon goes before them as a child of 14 px. */
export function Button({ kind = 'default', size = 'md', busy = false, className = '', ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(busy ? UNDER_WAY : {})}
      className={`ns-btn ${className}`}
      data-kind={kind}
      data-size={size}
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
