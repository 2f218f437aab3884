import './needed-values.css';
import { profileFields } from '@numscope/contracts';
import { TextInput } from '../../components/text-input.tsx';
import { texts } from '../../texts/texts.ts';
import type { NeededValuesForm } from './use-needed-values.ts';

/** How values of some fields are written in a request. */
function hintOf(name: string): string | undefined {
  const field = Object.entries(profileFields).find(([one]) => one === name)?.[1];
  if (field === undefined || !('one' in field)) return undefined;
  if (field.one === 'flag' || field.one === 'flagOrText') return texts('neededFlag');
  return field.one === 'time' ? texts('neededTime') : undefined;
}

interface NeededValuesProps {
  form: NeededValuesForm;
  readOnly?: boolean;
}

/** Fields for what other sources would have found; nothing for a source that needs nothing. */
export function NeededValues({ form: { fields, change }, readOnly = false }: NeededValuesProps) {
  if (fields.length === 0) return null;
  return (
    <fieldset className="ns-fieldset ns-form ad-needed">
      <legend className="ns-label">{texts('neededValues')}</legend>
      <span className="ns-hint">{texts('neededValuesHint')}</span>
      {fields.map(({ name, id, value, fault }) => (
        <TextInput
          key={name}
          id={id}
          label={name}
          value={value}
          fault={fault}
          hint={hintOf(name)}
          readOnly={readOnly}
          onChange={(text) => change(name, text)}
        />
      ))}
    </fieldset>
  );
}
