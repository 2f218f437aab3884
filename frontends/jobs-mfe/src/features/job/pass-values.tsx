import type { Observation, PassDifference } from '@numscope/contracts';
import { NotLoaded, ProvenanceChip, StaleNote, t, useCall } from '@numscope/ui';
import { CompareTable, type ShownValue } from '@numscope/ui/compare/compare-table.tsx';
import { answersOfPass, type SaidValue, valuesOf } from '../../domain/pass-values.ts';
import { texts } from '../../texts/opened.ts';
import { fieldWord } from './field-words.ts';

const entryOf = ({ source, at, observedAt, cached }: Observation, value: string) => ({
  source,
  at,
  observedAt: observedAt ?? null,
  cached,
  value,
});

const shown = ({ text, by }: SaidValue): ShownValue => ({
  text,
  chip: <ProvenanceChip entries={by.map((answer) => entryOf(answer, text))} />,
});

/** What sources said of a number in two passes, side by side. Reading it is recorded, so it loads only when opened. */
export function PassValues({ difference, from, to }: { difference: PassDifference; from: number; to: number }) {
  const { phone, fields, saidFrom, saidTo } = difference;
  const query = useCall('individualExportAsIs', { query: { phone } }, { quiet: true, keep: false });
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} title={texts('compareFailed')} rows={3} />;
  const sides = [
    { pass: from, said: saidFrom, answers: answersOfPass(data, saidFrom) },
    { pass: to, said: saidTo, answers: answersOfPass(data, saidTo) },
  ];
  const isWhole = sides.every(({ said, answers }) => answers.length === said.length);
  return (
    <div className="jb-pass-values">
      <StaleNote query={query} />
      <CompareTable
        words={{
          label: texts('passValues', { phone }),
          field: texts('changedFields'),
          nobodySays: t('nobodySays'),
          nothingDiffers: texts('noDifference'),
          shared: texts('saidInBoth'),
          more: (count) => texts('andMore', { count }),
        }}
        sides={sides.map(({ pass }, i) => ({ key: `${i} ${pass}`, head: texts('passNumber', { pass }) }))}
        rows={fields.map((field) => ({
          key: field,
          label: fieldWord(field),
          sides: sides.map(({ answers }) => valuesOf(field, answers).map(shown)),
        }))}
        onlyDifferences={false}
      />
      {isWhole ? null : <p className="ns-sm ns-t3">{texts('answersGone')}</p>}
    </div>
  );
}
