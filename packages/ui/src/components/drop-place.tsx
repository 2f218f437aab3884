import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { useDrop } from './use-drop.ts';

interface DropPlaceProps {
  title: string;
  hint: string;
  /** The button in a verb: 'Choose a file'. */
  choose: string;
  /** Kinds that the window for choosing offers, as of an `input`. */
  accept?: string;
  onFile: (file: File) => void;
  /** More than one was dropped. */
  onSeveral: () => void;
  fault: ReactNode | undefined;
  busy?: boolean;
}

/** Where a file is dropped or chosen. */
export function DropPlace({ title, hint, choose, accept, onFile, onSeveral, fault, busy = false }: DropPlaceProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const take = (files: FileList | null): void => {
    const [file] = files ?? [];
    if (files !== null && files.length > 1) onSeveral();
    else if (file !== undefined) onFile(file);
  };
  const { over, ref } = useDrop(take);
  return (
    <div className="ns-drop-place">
      <fieldset
        ref={ref}
        className="ns-fieldset ns-drop"
        aria-label={title}
        data-over={over ? '' : undefined}
        data-invalid={fault === undefined ? undefined : ''}
      >
        <IconUpload size={20} stroke={1.5} aria-hidden />
        <strong>{title}</strong>
        <span className="ns-sm ns-t3">{hint}</span>
        <Button
          busy={busy}
          onClick={() => input.current?.click()}
          aria-describedby={fault === undefined ? undefined : id}
        >
          {choose}
        </Button>
        <input
          ref={input}
          type="file"
          className="ns-sr"
          tabIndex={-1}
          aria-label={choose}
          accept={accept}
          onChange={(event) => {
            take(event.target.files);
            event.target.value = '';
          }}
        />
      </fieldset>
      {fault === undefined ? null : (
        <p id={id} className="ns-field-error ns-drop-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
