import { notify, useAction, useSession } from '@numscope/ui';
import { useState } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import { texts } from '../../texts/texts.ts';
import { SecretField } from '../second-factor/secret-field.tsx';
import { type PasswordField, passwordFields, passwordFaults, refusedPassword } from './own-password-form.ts';

const labels = {
  current: 'ownPasswordPresent',
  password: 'ownPasswordNew',
  confirm: 'ownPasswordRepeat',
} as const;

/** Changes the own password, which takes the present one. What is refused stands at its field, and nothing typed is lost. */
export default function OwnPasswordDialog({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const [form, setForm] = useState({ current: '', password: '', confirm: '' });
  const [touched, setTouched] = useState<ReadonlySet<PasswordField>>(new Set());
  const [refused, setRefused] = useState<ReturnType<typeof refusedPassword> | null>(null);
  const faults = passwordFaults(form);
  const change = useAction('changePassword', {
    quiet: true,
    invalidates: ['listSessions'],
    onSuccess: () => {
      notify('success', texts('ownPasswordChanged'));
      onClose();
    },
  });
  const submit = (sent: HTMLFormElement): void => {
    setTouched(new Set(passwordFields));
    const wrong = passwordFields.findIndex((field) => faults[field] !== undefined);
    if (wrong >= 0) return sent.querySelectorAll<HTMLInputElement>('.ns-input')[wrong]?.focus();
    const { current, password } = form;
    change.mutate({ body: { current, password } }, { onError: (error) => setRefused(refusedPassword(error)) });
  };
  const faultAt = (field: PasswordField): string | undefined =>
    refused?.field === field ? refused.message : touched.has(field) ? faults[field] : undefined;
  return (
    <FormDialog
      title={texts('ownPassword')}
      onClose={onClose}
      action={texts('ownPassword')}
      busy={change.isPending}
      refused={refused?.field === null ? refused.message : null}
      onSubmit={submit}
    >
      <p className="ns-t2">{texts('ownPasswordAbout')}</p>
      {/* So that a password manager knows whose password this is. */}
      <input type="text" autoComplete="username" value={session?.userName ?? ''} readOnly hidden />
      {passwordFields.map((field) => (
        <SecretField
          key={field}
          label={texts(labels[field])}
          kind={field === 'current' ? 'password' : 'new-password'}
          value={form[field]}
          {...(field === 'password' ? { hint: texts('passwordHint') } : {})}
          fault={faultAt(field)}
          onChange={(value) => {
            setForm({ ...form, [field]: value });
            if (refused?.field === field || refused?.field === null) setRefused(null);
          }}
          onBlur={() => form[field] !== '' && setTouched(new Set([...touched, field]))}
        />
      ))}
    </FormDialog>
  );
}
