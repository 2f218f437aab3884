import './key-dialog.css';
import { type NewApiKey, type Role, roles } from '@numscope/contracts';
import { isAdmin, Segmented, typedForm, useAction, useSession } from '@numscope/ui';
import { useId, useState } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import { refusalText } from '../../components/form-faults.ts';
import { FieldMessage } from '../../components/form-messages.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { texts } from '../../texts/texts.ts';
import { draftOf, emptyKeyForm, expiryDays, faultOf, groupsFor, type KeyForm } from './key-form.ts';
import { scopeName } from './scope-names.ts';

const useForm = typedForm<KeyForm>();

/** Makes an API key; what it is goes to `onMade`, and is kept nowhere else. */
export default function KeyDialog({ onMade, onClose }: { onMade: (key: NewApiKey) => void; onClose: () => void }) {
  const session = useSession();
  const [form, setForm] = useForm('', () => emptyKeyForm);
  const [tried, setTried] = useState(false);
  const id = useId();
  const admin = isAdmin(session);
  const role: Role = form.isService ? form.role : admin ? 'ADMIN' : 'USER';
  const offered = groupsFor(role);
  const create = useAction('createKey', { quiet: true, invalidates: ['listKeys'], onSuccess: onMade });
  const change = (part: Partial<KeyForm>): void => {
    setForm({ ...form, ...part });
    create.reset();
  };
  const fault = faultOf(form, offered);
  const submit = (): void => {
    setTried(true);
    if (fault !== null) return document.getElementById(`${id}${fault}`)?.focus();
    create.mutate({ body: draftOf(form, offered) });
  };
  const shown = tried ? fault : null;
  return (
    <FormDialog
      title={texts('keyCreateTitle')}
      width={560}
      onClose={onClose}
      action={texts('keyCreate')}
      busy={create.isPending}
      refused={create.error && refusalText(create.error)}
      onSubmit={submit}
    >
      <TextInput
        id={`${id}name`}
        label={texts('keyName')}
        spellCheck
        value={form.name}
        fault={shown === 'name' ? texts('keyNameRequired') : undefined}
        hint={texts('keyNameHint')}
        onChange={(name) => change({ name })}
      />
      {admin ? <Holder form={form} onChange={change} /> : null}
      <fieldset className="ns-fieldset ns-field" id={`${id}scopes`} tabIndex={-1} aria-describedby={`${id}scopesSay`}>
        <legend className="ns-label">{texts('keyScopes')}</legend>
        <div className="ad-scopes">
          {offered.map((group) => (
            <ScopeRow
              key={group}
              name={scopeName(group)}
              value={form.scopes[group] ?? 'none'}
              onChange={(choice) => change({ scopes: { ...form.scopes, [group]: choice } })}
            />
          ))}
        </div>
        <FieldMessage
          id={`${id}scopesSay`}
          fault={shown === 'scopes' ? texts('keyScopesRequired') : undefined}
          hint={texts('keyScopesHint')}
        />
      </fieldset>
      <div className="ns-field">
        <label htmlFor={`${id}days`}>{texts('keyExpiry')}</label>
        <select
          id={`${id}days`}
          className="ns-input"
          value={form.days ?? ''}
          onChange={({ target }) => change({ days: target.value === '' ? null : Number(target.value) })}
        >
          {expiryDays.map((days) => (
            <option key={days} value={days ?? ''}>
              {days === null ? texts('keyNever') : texts('keyDays', { count: days })}
            </option>
          ))}
        </select>
      </div>
      <TextInput
        id={`${id}addresses`}
        label={texts('keyAddresses')}
        rows={2}
        value={form.addresses}
        fault={undefined}
        hint={texts('keyAddressesHint')}
        onChange={(addresses) => change({ addresses })}
      />
    </FormDialog>
  );
}

function Holder({ form, onChange }: { form: KeyForm; onChange: (part: Partial<KeyForm>) => void }) {
  const id = useId();
  return (
    <>
      <div className="ns-field">
        <span className="ns-label">{texts('keyFor')}</span>
        <Segmented
          label={texts('keyFor')}
          value={form.isService ? 'service' : 'me'}
          segments={[
            { value: 'me', label: texts('keyForMe') },
            { value: 'service', label: texts('keyForService') },
          ]}
          onChange={(value) => onChange({ isService: value === 'service' })}
        />
        <span className="ns-hint">{texts(form.isService ? 'keyForServiceHint' : 'keyForMeHint')}</span>
      </div>
      {form.isService ? (
        <div className="ns-field">
          <label htmlFor={id}>{texts('keyRole')}</label>
          <select
            id={id}
            className="ns-input"
            value={form.role}
            onChange={({ target }) => onChange({ role: target.value === 'ADMIN' ? 'ADMIN' : 'USER' })}
          >
            {roles.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </div>
      ) : null}
    </>
  );
}

interface ScopeRowProps {
  name: string;
  value: 'none' | 'read' | 'all';
  onChange: (value: 'none' | 'read' | 'all') => void;
}

const ScopeRow = ({ name, value, onChange }: ScopeRowProps) => (
  <>
    <span>{name}</span>
    <Segmented
      label={name}
      value={value}
      segments={[
        { value: 'none', label: texts('keyScopeNone') },
        { value: 'read', label: texts('keyScopeRead') },
        { value: 'all', label: texts('keyScopeAll') },
      ]}
      onChange={onChange}
    />
  </>
);
