import './source-page.css';
import '../../components/json-view.css';
import type { SourceDefinition } from '@numscope/contracts';
import { ApiFailure } from '@numscope/client';
import { Button, CopyButton, hasModule, Link, notify, NotLoaded, useAction, useCall, useSession } from '@numscope/ui';
import { IconAlertCircle, IconArrowLeft } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ListPage } from '../../components/list-page.tsx';
import { texts } from '../../texts/texts.ts';
import { NeededValues } from './needed-values.tsx';
import { neededBy } from './needed-fields.ts';
import { SourceForm } from './source-form.tsx';
import { newSourceText } from './source-text.ts';
import { TrialView } from './trial-view.tsx';
import { useDefinition } from './use-definition.ts';
import { useNeededValues } from './use-needed-values.ts';
import { useSourceText } from './use-source-text.ts';

/** What a refusal says, line by line. */
const faultsOf = (error: Error): string[] => {
  const details = error instanceof ApiFailure ? error.details : null;
  const faults = typeof details === 'object' && details !== null && 'faults' in details ? details.faults : null;
  return Array.isArray(faults) ? faults.map(String) : [error.message];
};

/** One source as the sources file says it: edited, tried, and written there. */
export default function SourcePage({ name }: { name: string }) {
  const definition = useDefinition(name);
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
        {(data) => <Workbench key={name} definition={data} readAgain={definition.refetch} onSaved={definition.saved} />}
      </ListPage>
    </div>
  );
}

interface WorkbenchProps {
  definition: SourceDefinition;
  /** Resolves to what the file says now. */
  readAgain: () => Promise<{ data: SourceDefinition | undefined }>;
  /** Told what the file says once it is written. */
  onSaved: (definition: SourceDefinition) => void;
}

const textIn = ({ name, source }: SourceDefinition): string => source ?? newSourceText(name);
const isChanged = (error: Error): boolean => error instanceof ApiFailure && error.code === 'SOURCES_FILE_CHANGED';

function Workbench({ definition, readAgain, onSaved }: WorkbenchProps) {
  const { name, source, readOnly } = definition;
  const inFile = textIn(definition);
  const { text, isFromBefore, isOutdated, setText, take, written } = useSourceText(name, inFile);
  const presets = useCall('listSourcePresets', {}, { quiet: true });
  const save = useAction('changeSourceDefinition', {
    quiet: true,
    invalidates: ['getSourceDefinition', 'listSources'],
    onSuccess: (definition, { body }) => {
      onSaved(definition);
      written(body.source, textIn(definition));
      notify('success', texts('sourceSaved', { name }));
    },
  });
  const write = (read: SourceDefinition): void =>
    save.mutate(
      { params: { name }, body: { source: text, revision: read.revision } },
      {
        onError: async (error) => {
          if (!isChanged(error)) return;
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
        {save.isPending || !(isOutdated || isFromBefore) ? null : (
          <div className="ns-note" data-tone="warn" role="alert">
            <p>{texts(isOutdated ? 'sourceChangedInFile' : 'sourceFromBefore')}</p>
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
      <Trying text={text} needs={neededBy(text, presets.data ?? [])} />
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

function Trying({ text, needs }: { text: string; needs: readonly string[] }) {
  const [phone, setPhone] = useState('');
  const needed = useNeededValues(needs);
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
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const known = needed.take();
          if (phone.trim() !== '' && known !== null)
            trial.mutate({ body: { source: text, phone: phone.replaceAll(/[\s()-]/g, ''), known } });
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
        <NeededValues form={needed} readOnly={trial.isPending} />
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
