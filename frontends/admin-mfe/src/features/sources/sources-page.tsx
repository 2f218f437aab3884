import { type Column, DataTable, DensityMenu, formatCount, type CallAnswer, useCall, useTableChoice } from '@numscope/ui';
import { ListPage } from '../../components/list-page.tsx';
import { texts } from '../../texts/texts.ts';

type Source = CallAnswer<'listSources'>[number];

const columns = (): Column<Source>[] => [
  { id: 'source', header: texts('source'), fixed: true, cell: (source) => <span className="ns-b">{source.name}</span> },
];

/** All sources, configured or not. */
export default function SourcesPage() {
  const [choice, setChoice] = useTableChoice('sources');
  const query = useCall('listSources', {});
  return (
    <ListPage
      title={texts('sources')}
      hint={query.data === undefined ? null : formatCount(query.data.length)}
      tools={
        <>
          <span className="ns-grow" />
          <DensityMenu choice={choice} onChange={setChoice} />
        </>
      }
      query={query}
      isEmpty={(sources) => sources.length === 0}
    >
      {(sources) => (
        <DataTable label={texts('sources')} columns={columns()} rows={sources} rowId={(source) => source.name} choice={choice} />
      )}
    </ListPage>
  );
}
