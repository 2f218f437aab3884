import './source-page.css';
import '../../components/json-view.css';
import type { SourceDefinition } from '@numscope/contracts';
import { ApiFailure } from '@numscope/client';
import { Button, CopyButton, hasModule, Link, notify, NotLoaded, useAction, useCall, useSession } from '@numscope/ui';
import { IconAlertCircle, IconArrowLeft } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ListPage } from '../../components/list-page.tsx';
import { texts } from '../../texts/texts.ts';
import { SourceForm } from './source-form.tsx';
import { newSourceText } from './source-text.ts';
import { TrialView } from './trial-view.tsx';

/** What a refusal says, line by line. */
const faultsOf = (error: Error): string[] => {
  const details = error instanceof ApiFailure ? error.details : null;
  const faults = typeof details === 'object' && details !== null && 'faults' in details ? details.faults : null;
  return Array.isArray(faults) ? faults.map(String) : [error.message];
};

/** One source as the sources file says it: edited, tried, and written there. */
export default function SourcePage({ name }: { name: string }) {
  const definition = useCall('getSourceDefinition', { params: { name } }, { quiet: true, keep: false });
  return (
    <div className="ns-page">
      <ListPage
        title={name}
        failed={texts('definitionFailed')}
        query={definition}
        hint={definition.data?.source === null ? <span className="ns-t3 ns-sm">{texts('notInFile')}</span> : undefined}
        actions={
          <Link to="/ext/sources" className="ns-btn" data-size="sm">
            <IconArrowLeft size={14} stroke={1.8} aria-hidden />
            {texts('backToSources')}
          </Link>
        }
      >
        {(data) => <Workbench key={name} definition={data} readAgain={definition.refetch} />}
      </ListPage>
    </div>
  );
}

interface WorkbenchProps {
  definition: SourceDefinition;
  /** Resolves to what the file says now. */
  readAgain: () => Promise<{ data: SourceDefinition | undefined }>;
}

const textIn = ({ name, source }: SourceDefinition): string => source ?? newSourceText(name);
const isOutdated = (error: Error): boolean => error instanceof ApiFailure && error.code === 'SOURCES_FILE_CHANGED';

function Workbench({ definition, readAgain }: WorkbenchProps) {
  const { name, source, readOnly } = definition;
  const inFile = textIn(definition);
  const [text, setText] = useState(inFile);
  // What nobody has changed here follows the file; what somebody has stays, whatever becomes of the file.
  const [begun, setBegun] = useState(inFile);
  const take = (taken: string): void => {
    setText(taken);
    setBegun(taken);
  };
  if (begun !== inFile && (text === begun || text === inFile)) take(inFile);
  const presets = useCall('listSourcePresets', {}, { quiet: true });
  const save = useAction('changeSourceDefinition', {
    quiet: true,
    invalidates: ['getSourceDefinition', 'listSources'],
    onSuccess: (written, { body }) => {
      const taken = textIn(written);
      // What was typed before it was written a second time stays.
      setText((now) => (now === body.source ? taken : now));
      setBegun(taken);
      notify('success', texts('sourceSaved', { name }));
    },
  });
  const write = (read: SourceDefinition): void =>
    save.mutate(
      { params: { name }, body: { source: text, revision: read.revision } },
      {
        onError: async (error) => {
          if (!isOutdated(error)) return;
          const { data } = await readAgain();
          // Something else in the file has changed; else the person says which text is right.
          if (data !== undefined && data.source === read.source) write(data);
        },
      },
    );
  const id = useId();
  return (
    <div className="ad-workbench">
      <section className="ad-workbench-part" aria-label={texts('definition')}>
        <h2>{texts('definition')}</h2>
        {readOnly === null ? null : <p className="ns-hint ad-read-only">{texts(`readOnly${readOnly}`)}</p>}
        {presets.data !== undefined ? (
          <SourceForm
            text={text}
            presets={presets.data}
            disabled={save.isPending}
            isNew={source === null}
            onChange={setText}
          />
        ) : (
          // Without them it would show a source that is made by a preset as one that is made by none.
          <NotLoaded query={presets} title={texts('presetsFailed')} />
        )}
        <div className="ns-field">
          <label htmlFor={`${id}text`}>{texts('asText')}</label>
          <textarea
            id={`${id}text`}
            className="ns-input ad-source-text ns-mono"
            spellCheck={false}
            rows={Math.min(30, Math.max(10, text.split('\n').length + 1))}
            value={text}
            disabled={save.isPending}
            onChange={({ target }) => setText(target.value)}
          />
          <span className="ns-hint">{texts('asTextHint')}</span>
        </div>
        {begun === inFile || save.isPending ? null : (
          <div className="ns-note" data-tone="warn" role="alert">
            <p>{texts('sourceChangedInFile')}</p>
            <Button size="sm" onClick={() => take(inFile)}>
              {texts('takeFromFile')}
            </Button>
          </div>
        )}
        {save.error === null ? null : <Faults error={save.error} />}
        <div className="ns-row">
          {readOnly === null ? (
            <Button kind="primary" busy={save.isPending} disabled={text === source} onClick={() => write(definition)}>
              {texts('saveSource')}
            </Button>
          ) : (
            <CopyButton text={text} />
          )}
        </div>
      </section>
      <Trying text={text} />
    </div>
  );
}

function Faults({ error }: { error: Error }) {
  return (
    <div role="alert" className="ad-faults">
      <b className="ns-b">{texts('faultsInText')}</b>
      <ul>
        {faultsOf(error).map((fault) => (
          <li key={fault} className="ns-field-error">
            <IconAlertCircle size={14} stroke={1.8} aria-hidden />
            {fault}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Trying({ text }: { text: string }) {
  const [phone, setPhone] = useState('');
  // It shows what a source says about somebody.
  const mayTry = hasModule(useSession(), 'Profiler');
  const trial = useAction('trySource', { quiet: true });
  const id = useId();
  if (!mayTry) return null;
  return (
    <section className="ad-workbench-part" aria-label={texts('tryOut')}>
      <h2>{texts('tryOut')}</h2>
      <form
        className="ad-try"
        onSubmit={(event) => {
          event.preventDefault();
          if (phone.trim() !== '') trial.mutate({ body: { source: text, phone: phone.replaceAll(/[\s()-]/g, '') } });
        }}
      >
        <div className="ns-field">
          <label htmlFor={`${id}phone`}>{texts('tryPhone')}</label>
          <input
            id={`${id}phone`}
            className="ns-input ns-num"
            inputMode="tel"
            placeholder="+998901234567"
            value={phone}
            onChange={({ target }) => setPhone(target.value)}
          />
        </div>
        <Button kind="primary" type="submit" busy={trial.isPending} disabled={phone.trim() === ''}>
          {texts('tryNow')}
        </Button>
      </form>
      <p className="ns-hint">{texts('tryHint')}</p>
      {trial.variables === undefined || trial.isPending || trial.variables.body.source === text ? null : (
        <p className="ns-note" data-tone="warn">
          {texts('triedBefore')}
        </p>
      )}
      {trial.error !== null ? (
        <Faults error={trial.error} />
      ) : trial.data === undefined ? (
        <p className="ns-t3">{texts('notTried')}</p>
      ) : (
        <TrialView trial={trial.data} />
      )}
    </section>
  );
}
