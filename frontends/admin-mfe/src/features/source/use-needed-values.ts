import { limits } from '@numscope/contracts';
import { formatCount } from '@numscope/ui';
import { useId, useState } from 'react';
import { texts } from '../../texts/texts.ts';

function faultOf(value: string): string | undefined {
  if (value === '') return texts('fieldNeeded');
  return value.length > limits.knownChars
    ? texts('neededTooLong', { count: formatCount(limits.knownChars) })
    : undefined;
}

export interface NeededValuesForm {
  fields: ReadonlyArray<{ name: string; id: string; value: string; fault: string | undefined }>;
  change: (field: string, value: string) => void;
  /** A value of each field; null where one is wrong, which then has the focus and says why. */
  take: () => Record<string, string> | null;
}

/** What a person says that other sources would have found, of the fields that a source needs. */
export function useNeededValues(needs: readonly string[]): NeededValuesForm {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [isTaken, setTaken] = useState(false);
  const id = useId();
  const fields = needs.map((name) => {
    const value = values[name] ?? '';
    return { name, id: id + name, value, fault: faultOf(value.trim()) };
  });
  return {
    fields: fields.map((field) => (isTaken ? field : { ...field, fault: undefined })),
    change: (field, value) => setValues({ ...values, [field]: value }),
    take: () => {
      setTaken(true);
      const wrong = fields.find(({ fault }) => fault !== undefined);
      if (wrong !== undefined) document.getElementById(wrong.id)?.focus();
      return wrong === undefined ? Object.fromEntries(fields.map(({ name, value }) => [name, value.trim()])) : null;
    },
  };
}
