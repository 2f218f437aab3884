import { profileFields, type SourcePreset } from '@numscope/contracts';
import { Button, IconButton, offerUndo } from '@numscope/ui';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { texts } from '../../texts/texts.ts';
import { NumberField } from './number-field.tsx';
import { newSourceText, type Place, presetText, readSourceText, withValue } from './source-text.ts';

interface FormProps {
  text: string;
  presets: readonly SourcePreset[];
  disabled: boolean;
  /** It stands in no file yet, so where it is asked is what a person says first. */
  isNew: boolean;
  onChange: (text: string) => void;
}

const METHODS = ['GET', 'POST', 'PUT'];
/** Fields of a profile that a mapping can fill. */
const FIELDS = [...Object.keys(profileFields), 'line'];

const valueIn = (value: unknown): string | number | undefined =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined;
const shown = (value: unknown): string => String(valueIn(value) ?? '');

const begunBy = (name: string, preset: SourcePreset | undefined): string =>
  preset === undefined ? newSourceText(name) : presetText(name, preset.own);

/** The usual parts of a source as a form over its text. What it does not show stays in the text. */
export function SourceForm({ text, presets, disabled, isNew, onChange }: FormProps) {
  const id = useId();
  const source = readSourceText(text);
  if (!source) return <p className="ns-hint">{texts('noForm')}</p>;
  const preset = presets.find(({ name }) => name === source.at(['preset']));
  const connector = shown(source.at(['connector'])) || (preset?.connector ?? '');
  if (connector !== '' && connector !== 'http') return <p className="ns-hint">{texts('textAlone', { connector })}</p>;
  const set = (place: Place, value: unknown): void => onChange(withValue(text, place, value));
  const map = source.at(['answer', 'map']);
  const rows = typeof map === 'object' && map !== null ? Object.entries(map) : [];
  const free = FIELDS.find((field) => !rows.some(([one]) => one === field));

  const number = (label: string, place: Place) => (
    <NumberField label={label} value={valueIn(source.at(place))} onChange={(value) => set(place, value)} />
  );
  return (
    <fieldset className="ns-fieldset ns-form" disabled={disabled}>
      <div className="ns-field">
        <label htmlFor={`${id}preset`}>{texts('preset')}</label>
        <select
          id={`${id}preset`}
          className="ns-input"
          value={preset?.name ?? ''}
          onChange={({ target: { value } }) => {
            const chosen = presets.find(({ name }) => name === value);
            onChange(begunBy(source.name, chosen));
            // An arrow key on the choice is enough for it, and the text may be the work of an hour.
            if (text !== begunBy(source.name, preset)) offerUndo(texts('textReplaced'), () => onChange(text));
          }}
        >
          <option value="">{texts('noPreset')}</option>
          {presets
            .filter(({ connector }) => connector === 'http')
            .map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
        </select>
        {preset === undefined ? null : (
          <span className="ns-hint">
            {preset.documentation.map(({ url, read }) => texts('presetRead', { url, day: read })).join(' ')}{' '}
            {preset.triedLive === null ? texts('notTriedLive') : texts('triedLive', { day: preset.triedLive })}
          </span>
        )}
      </div>
      {preset === undefined ? (
        <fieldset className="ns-field">
          <legend className="ns-label">{texts('request')}</legend>
          <div className="ad-source-request">
            <select
              className="ns-input"
              aria-label={texts('method')}
              value={shown(source.at(['request', 'method'])) || 'GET'}
              onChange={({ target }) => set(['request', 'method'], target.value)}
            >
              {METHODS.map((method) => (
                <option key={method}>{method}</option>
              ))}
            </select>
            <input
              className="ns-input ns-mono"
              aria-label={texts('url')}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was opened to write this
              autoFocus={isNew}
              spellCheck={false}
              value={shown(source.at(['request', 'url']))}
              onChange={({ target }) => set(['request', 'url'], target.value)}
            />
          </div>
          <span className="ns-hint">{texts('urlHint')}</span>
        </fieldset>
      ) : null}
      <fieldset className="ns-field">
        <legend className="ns-label">{texts('mapping')}</legend>
        <span className="ns-hint">{texts('mappingHint')}</span>
        {rows.map(([field, expression]) => (
          <div key={field} className="ad-source-map">
            <select
              className="ns-input"
              aria-label={texts('field')}
              value={field}
              onChange={({ target }) =>
                set(
                  ['answer', 'map'],
                  Object.fromEntries(rows.map(([one, value]) => [one === field ? target.value : one, value])),
                )
              }
            >
              {FIELDS.includes(field) ? null : <option>{field}</option>}
              {FIELDS.filter((one) => one === field || !rows.some(([taken]) => taken === one)).map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
            <input
              className="ns-input ns-mono"
              aria-label={`${texts('expression')} ${field}`}
              spellCheck={false}
              value={shown(expression)}
              onChange={({ target }) => set(['answer', 'map', field], target.value)}
            />
            <IconButton
              label={texts('removeField', { field })}
              onClick={() => set(['answer', 'map', field], undefined)}
            >
              <IconX size={14} stroke={1.8} />
            </IconButton>
          </div>
        ))}
        {free === undefined ? null : (
          <Button size="sm" onClick={() => set(['answer', 'map', free], '')}>
            <IconPlus size={14} stroke={1.8} aria-hidden />
            {texts('addField')}
          </Button>
        )}
      </fieldset>
      <fieldset className="ns-field">
        <legend className="ns-label">{texts('terms')}</legend>
        <div className="ad-source-terms">
          {number(texts('cost'), ['cost'])}
          {number(texts('trust'), ['trust'])}
          {number(texts('freshForDays'), ['freshForDays'])}
          {number(texts('atOnce'), ['limits', 'concurrency'])}
          {number(texts('perSecond'), ['limits', 'perSecond'])}
          {number(texts('perDay'), ['limits', 'perDay'])}
        </div>
      </fieldset>
    </fieldset>
  );
}
