import './user-dialog.css';
import { modules, roles, type User } from '@numscope/contracts';
import { notify, typedForm, useAction } from '@numscope/ui';
import { useId, useState } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import { FieldMessage } from '../../components/form-messages.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { texts } from '../../texts/texts.ts';
import {
  changeOf,
  draftOf,
  emptyForm,
  faultsOf,
  formOf,
  refusedField,
  type UserField,
  type UserForm,
} from './user-form.ts';

interface UserDialogProps {
  /** Null: a new one. */
  user: User | null;
  /** The list may be from before what the server refuses it for; the form, opened again, is of what it has then. */
  onRefused: () => void;
  onClose: () => void;
}

const useForm = typedForm<UserForm>((form) => ({ ...form, password: '', confirm: '' }));

/**
 * Creates a user, or changes one. Each field is checked while it is typed; what the server refuses stands at its field.
 */
export default function UserDialog({ user, onRefused, onClose }: UserDialogProps) {
  // The list may load again below the form, which goes on showing the user as it was.
  const [opened] = useState(user);
  const [form, setForm] = useForm(opened?.id ?? '', () => (opened === null ? emptyForm : formOf(opened)));
  const [touched, setTouched] = useState<ReadonlySet<UserField>>(new Set());
  const [refused, setRefused] = useState<ReturnType<typeof refusedField> | null>(null);
  const [visible, setVisible] = useState(false);
  const id = useId();
  const faults = faultsOf(form, opened === null);
  const done = (key: 'userCreated' | 'userSaved', name: string): void => {
    notify('success', texts(key, { name }));
    onClose();
  };
  const create = useAction('createUser', {
    quiet: true,
    invalidates: ['searchUsers'],
    onSuccess: ({ userName }) => done('userCreated', userName),
  });
  const update = useAction('updateUser', {
    quiet: true,
    invalidates: ['searchUsers', 'getUser'],
    onSuccess: ({ userName }) => done('userSaved', userName),
  });
  const change = (part: Partial<UserForm>): void => {
    const fields = Object.keys(part) as UserField[];
    setForm({ ...form, ...part });
    setTouched(new Set([...touched, ...fields]));
    if (refused !== null && (refused.field === null || fields.includes(refused.field))) setRefused(null);
  };
  const submit = (): void => {
    setTouched(new Set(['userName', 'password', 'confirm', 'roles', 'modules']));
    const [wrong] = Object.keys(faults);
    if (wrong !== undefined) return document.getElementById(`${id}${wrong}`)?.focus();
    const onError = (error: Error): void => {
      setRefused(refusedField(error));
      onRefused();
    };
    if (opened === null) create.mutate({ body: draftOf(form) }, { onError });
    else update.mutate({ params: { id: opened.id }, body: changeOf(opened, form) }, { onError });
  };
  const faultAt = (field: UserField): string | undefined =>
    refused?.field === field ? refused.message : touched.has(field) ? faults[field] : undefined;

  const input = (field: 'userName' | 'password' | 'confirm', label: string, hint?: string) => (
    <TextInput
      id={id + field}
      label={label}
      type={field === 'userName' || visible ? 'text' : 'password'}
      autoComplete={field === 'userName' ? 'off' : 'new-password'}
      value={form[field]}
      fault={faultAt(field)}
      hint={hint}
      onChange={(value) => change({ [field]: value })}
      onBlur={() => form[field] !== '' && setTouched(new Set([...touched, field]))}
    />
  );
  return (
    <FormDialog
      title={opened === null ? texts('createUserTitle') : texts('editUserTitle', { name: opened.userName })}
      width={520}
      onClose={onClose}
      action={texts(opened === null ? 'createUser' : 'save')}
      busy={create.isPending || update.isPending}
      className="ad-form"
      refused={refused?.field === null ? refused.message : null}
      onSubmit={submit}
    >
      {input('userName', texts('userName'))}
      <div className="ad-two">
        {input('password', texts('password'), opened === null ? texts('passwordHint') : texts('passwordKeep'))}
        {input('confirm', texts('confirmPassword'))}
      </div>
      <label className="ns-row ad-option">
        <input
          type="checkbox"
          className="ns-check"
          checked={visible}
          onChange={(event) => setVisible(event.target.checked)}
        />
        {texts('showPasswords')}
      </label>
      <div className="ad-two">
        <Choices
          id={`${id}roles`}
          legend={texts('roles')}
          choices={roles}
          says={(role) => texts(`role${role}`)}
          value={form.roles}
          fault={faultAt('roles')}
          onChange={(next) => change({ roles: next })}
        />
        <Choices
          id={`${id}modules`}
          legend={texts('modules')}
          choices={modules}
          says={(module) => texts(`module${module}`)}
          value={form.modules}
          fault={faultAt('modules')}
          onChange={(next) => change({ modules: next })}
        />
      </div>
    </FormDialog>
  );
}

interface ChoicesProps<T extends string> {
  id: string;
  legend: string;
  choices: readonly T[];
  says: (choice: T) => string;
  value: readonly T[];
  fault: string | undefined;
  onChange: (value: T[]) => void;
}

function Choices<const T extends string>({ id, legend, choices, says, value, fault, onChange }: ChoicesProps<T>) {
  return (
    <fieldset className="ns-field" aria-describedby={`${id}says`}>
      <legend className="ns-label">{legend}</legend>
      {choices.map((choice, i) => (
        <label key={choice} className="ad-choice">
          <input
            {...(i === 0 ? { id } : {})}
            type="checkbox"
            className="ns-check"
            checked={value.includes(choice)}
            aria-invalid={fault !== undefined}
            onChange={(event) =>
              onChange(choices.filter((one) => (one === choice ? event.target.checked : value.includes(one))))
            }
          />
          <span>
            <b className="ns-b">{choice}</b>
            <span className="ns-hint ns-block">{says(choice)}</span>
          </span>
        </label>
      ))}
      <FieldMessage id={`${id}says`} fault={fault} />
    </fieldset>
  );
}
