import { changeableFields, jobStatuses, type Webhook } from '@numscope/contracts';
import { useCall, useSession } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';
import { FieldMessage } from '../../components/form-messages.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { Choices } from './choices.tsx';
import type { WebhookFaults, WebhookForm } from './webhook-form.ts';

interface NarrowingProps {
  id: string;
  webhook: Webhook | null;
  form: WebhookForm;
  faults: WebhookFaults;
  onChange: (part: Partial<WebhookForm>) => void;
}

/** What narrows the chosen events; each has its own. */
export const Narrowing = (props: NarrowingProps) => (
  <>
    {props.form.events.includes('job.status-changed') ? <OfJobs {...props} /> : null}
    {props.form.events.includes('profile.updated') ? <OfProfiles {...props} /> : null}
    {props.form.events.includes('source.state') ? <OfSources {...props} /> : null}
  </>
);

const OfJobs = ({ id, form, faults, onChange }: NarrowingProps) => (
  <section className="ad-narrowing" aria-labelledby={`${id}ofJobs`}>
    <h3 id={`${id}ofJobs`} className="ns-mono ns-sm">
      job.status-changed
    </h3>
    <TextInput
      id={`${id}jobs`}
      label={texts('webhookJobs')}
      value={form.jobs}
      fault={faults.jobs}
      hint={texts('webhookJobsHint')}
      onChange={(jobs) => onChange({ jobs })}
    />
    <Choices
      id={`${id}statuses`}
      legend={texts('webhookStatuses')}
      choices={jobStatuses}
      value={form.statuses}
      fault={faults.statuses}
      hint={texts('webhookStatusesHint')}
      onChange={(statuses) => onChange({ statuses })}
    />
  </section>
);

const OfProfiles = (props: NarrowingProps) => {
  const { id, form, faults, onChange } = props;
  return (
    <section className="ad-narrowing" aria-labelledby={`${id}ofProfiles`}>
      <h3 id={`${id}ofProfiles`} className="ns-mono ns-sm">
        profile.updated
      </h3>
      <TextInput
        id={`${id}phones`}
        label={texts('webhookPhones')}
        rows={2}
        value={form.phones}
        fault={faults.phones}
        hint={texts('webhookPhonesHint')}
        onChange={(phones) => onChange({ phones })}
      />
      <SavedSearchChoice {...props} />
      <Choices
        id={`${id}fields`}
        legend={texts('webhookFields')}
        choices={changeableFields}
        value={form.fields}
        fault={faults.fields}
        hint={texts('webhookFieldsHint')}
        onChange={(fields) => onChange({ fields })}
      />
    </section>
  );
};

/** One of the searches of whoever made the webhook; others can only keep the one that is set, or take it away. */
function SavedSearchChoice({ id, webhook, form, faults, onChange }: NarrowingProps) {
  const session = useSession();
  const isOwn = webhook === null || webhook.createdBy === session?.userName;
  const searches = useCall('listSavedSearches', {}, { quiet: true, enabled: isOwn });
  const offered = isOwn ? (searches.data ?? []) : [];
  const set = webhook?.filter?.savedSearchId;
  return (
    <div className="ns-field">
      <label htmlFor={`${id}savedSearchId`}>{texts('webhookSearch')}</label>
      <select
        id={`${id}savedSearchId`}
        className="ns-input"
        value={form.savedSearchId}
        aria-invalid={faults.savedSearchId !== undefined}
        aria-describedby={`${id}savedSearchIdsays`}
        onChange={({ target }) => onChange({ savedSearchId: target.value })}
      >
        <option value="">{texts('webhookSearchNone')}</option>
        {set === undefined || offered.some((one) => one.id === set) ? null : (
          <option value={set}>{texts('webhookSearchKept')}</option>
        )}
        {offered.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      <FieldMessage
        id={`${id}savedSearchIdsays`}
        fault={faults.savedSearchId ?? searches.error?.message}
        hint={isOwn ? texts('webhookSearchHint') : texts('webhookSearchOther', { name: webhook.createdBy })}
      />
    </div>
  );
}

function OfSources({ id, form, faults, onChange }: NarrowingProps) {
  const known = useCall('listSources', {}, { quiet: true });
  // One that is set stands here also when it has gone meanwhile.
  const names = [...new Set([...form.sources, ...(known.data ?? []).map(({ name }) => name)])].toSorted();
  return (
    <section className="ad-narrowing" aria-labelledby={`${id}ofSources`}>
      <h3 id={`${id}ofSources`} className="ns-mono ns-sm">
        source.state
      </h3>
      <Choices
        id={`${id}sources`}
        legend={texts('webhookSources')}
        choices={names}
        value={form.sources}
        fault={faults.sources ?? known.error?.message}
        hint={texts('webhookSourcesHint')}
        onChange={(sources) => onChange({ sources })}
      />
    </section>
  );
}
