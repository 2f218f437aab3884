import './webhook-dialog.css';
import { type Webhook, type WebhookEvent, webhookEvents } from '@numscope/contracts';
import { Button, CopyButton, notify, typedForm, useAction } from '@numscope/ui';
import { useId, useState } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import { texts } from '../../texts/texts.ts';
import { TextInput } from '../../components/text-input.tsx';
import { Choices } from './choices.tsx';
import { Narrowing } from './narrowing.tsx';
import {
  changeOf,
  faultsOf,
  formOver,
  makeSecret,
  refusalOf,
  type WebhookFaults,
  type WebhookField,
  type WebhookForm,
} from './webhook-form.ts';

const events = {
  'job.status-changed': 'webhookEvent_job',
  'profile.updated': 'webhookEvent_profile',
  'source.state': 'webhookEvent_source',
} as const satisfies Record<WebhookEvent, string>;

interface WebhookDialogProps {
  /** Null: a new one. */
  webhook: Webhook | null;
  onSaved: (webhook: Webhook) => void;
  onClose: () => void;
}

const useTyped = typedForm<Partial<WebhookForm>>((typed) => ({ ...typed, secret: '' }));

/** Makes a webhook, or changes one. What the server refuses stands at its field. */
export default function WebhookDialog({ webhook, onSaved, onClose }: WebhookDialogProps) {
  const isNew = webhook === null;
  const [typed, setTyped] = useTyped(webhook?.id ?? '', () => ({}));
  const form = formOver(webhook, typed);
  const [touched, setTouched] = useState<ReadonlySet<WebhookField>>(new Set());
  const [refused, setRefused] = useState<WebhookFaults>({});
  const [other, setOther] = useState<string | null>(null);
  const [made, setMade] = useState(false);
  const id = useId();
  const options = {
    quiet: true,
    invalidates: ['listWebhooks'],
    onSuccess: (saved: Webhook): void => {
      notify('success', texts(isNew ? 'webhookCreated' : 'webhookSaved', { name: saved.name }));
      onSaved(saved);
    },
  } as const;
  const create = useAction('createWebhook', options);
  const update = useAction('updateWebhook', options);

  const change = (part: Partial<WebhookForm>): void => {
    const names = Object.keys(part) as WebhookField[];
    setTyped({ ...typed, ...part });
    setTouched(new Set([...touched, ...names]));
    setRefused(Object.fromEntries(Object.entries(refused).filter(([name]) => !names.some((one) => one === name))));
    setOther(null);
  };
  const faults = faultsOf(form, isNew);
  const shown: WebhookFaults = {
    ...Object.fromEntries(Object.entries(faults).filter(([name]) => touched.has(name as WebhookField))),
    ...refused,
  };
  const focus = (found: WebhookFaults): void => {
    const [first] = Object.keys(found);
    if (first !== undefined) document.getElementById(id + first)?.focus();
  };
  const onError = (error: Error): void => {
    const { at, other: rest } = refusalOf(error);
    setRefused(at);
    setOther(rest);
    focus(at);
  };
  const submit = (): void => {
    setTouched(new Set(Object.keys(form) as WebhookField[]));
    if (Object.keys(faults).length > 0) return focus(faults);
    const change = changeOf(form);
    const { secret } = form;
    if (webhook === null) create.mutate({ body: { ...change, secret } }, { onError });
    else
      update.mutate({ params: { id: webhook.id }, body: secret === '' ? change : { ...change, secret } }, { onError });
  };

  return (
    <FormDialog
      title={webhook === null ? texts('webhookCreateTitle') : texts('webhookEditTitle', { name: webhook.name })}
      width={640}
      onClose={onClose}
      action={texts(isNew ? 'webhookCreate' : 'webhookSave')}
      busy={create.isPending || update.isPending}
      className="ad-form"
      refused={other}
      onSubmit={submit}
    >
      <TextInput
        id={`${id}name`}
        label={texts('webhookName')}
        value={form.name}
        fault={shown.name}
        hint={texts('webhookNameHint')}
        onChange={(name) => change({ name })}
      />
      <TextInput
        id={`${id}url`}
        label={texts('webhookUrl')}
        type="url"
        value={form.url}
        fault={shown.url}
        hint={texts('webhookUrlHint')}
        onChange={(url) => change({ url })}
      />
      <TextInput
        id={`${id}secret`}
        label={texts('webhookSecret')}
        type={made ? 'text' : 'password'}
        value={form.secret}
        fault={shown.secret}
        hint={texts(isNew || form.secret !== '' ? 'webhookSecretHint' : 'webhookSecretKeep')}
        onChange={(secret) => change({ secret })}
      >
        {made ? <CopyButton text={form.secret} label={texts('webhookSecretCopy')} /> : null}
        <Button
          onClick={() => {
            setMade(true);
            change({ secret: makeSecret() });
          }}
        >
          {texts('webhookSecretMake')}
        </Button>
      </TextInput>
      <Choices
        id={`${id}events`}
        legend={texts('webhookEvents')}
        choices={webhookEvents}
        explain={(event) => texts(events[event])}
        value={form.events}
        fault={shown.events}
        onChange={(chosen) => change({ events: chosen })}
      />
      <Narrowing id={id} webhook={webhook} form={form} faults={shown} onChange={change} />
    </FormDialog>
  );
}
