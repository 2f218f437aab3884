import { limits } from '@numscope/contracts';
import {
  ColumnMenu,
  CriteriaField,
  DataTable,
  DensityMenu,
  ErrorState,
  formatCount,
  Pager,
  readCriteria,
  Skeleton,
  StateBlock,
  toFilters,
  useCall,
  useQueryState,
  useTableChoice,
  writeCriteria,
} from '@numscope/ui';
import { useMemo } from 'react';
import { texts } from '../../texts/texts.ts';
import { profileColumns } from './profile-columns.tsx';
import { filterFields, resultsView } from './results-view.ts';
import { suggest } from './suggest.ts';

const size = limits.pageSize.profiles;
const names = {
  name: 'fieldName',
  phone: 'fieldPhone',
  socialNetwork: 'fieldSocialNetwork',
  email: 'fieldEmail',
  jobId: 'fieldJobId',
  images: 'fieldImages',
} as const;
const fieldName = (field: string): string => {
  const known = filterFields.find((one) => one === field);
  return known === undefined ? field : texts(names[known]);
};

/** The results of a search; for users the Search Dashboard. */
export function ResultsPage({ title }: { title: string }) {
  const [view, setView] = useQueryState(resultsView);
  const [choice, setChoice] = useTableChoice('results');
  const columns = useMemo(() => profileColumns(), []);
  const criteria = readCriteria(view.q, filterFields);
  const { data, error, refetch } = useCall('searchProfiles', {
    body: { page: view.page, size, sort: view.sort, filters: toFilters(criteria) },
  });
  return (
    <div className="ns-page">
      <div className="ns-head" style={{ display: 'block', padding: '12px 16px 0' }}>
        <CriteriaField
          criteria={criteria}
          onChange={(next) => setView({ q: writeCriteria(next), page: 0 })}
          suggest={suggest}
          fieldName={fieldName}
        />
      </div>
      <div className="ns-tools">
        <h1 className="ns-sr">{title}</h1>
        {data === undefined ? null : <strong className="ns-num">{texts('profiles', { count: formatCount(data.totalElements) })}</strong>}
        <span className="ns-grow" />
        <DensityMenu choice={choice} onChange={setChoice} />
        <ColumnMenu columns={columns} choice={choice} onChange={setChoice} />
      </div>
      {data === undefined ? (
        error === null ? (
          <Skeleton />
        ) : (
          <ErrorState error={error} title={texts('failed')} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {data.content.length === 0 ? (
            <StateBlock kind="empty" title={texts(criteria.items.length > 0 ? 'noneMatch' : 'none')} />
          ) : (
            <DataTable
              label={title}
              columns={columns}
              rows={data.content}
              rowId={(profile) => profile.id}
              choice={choice}
              sort={view.sort}
              onSort={(sort) => setView({ sort, page: 0 })}
            />
          )}
          <Pager
            page={view.page}
            size={size}
            total={data.totalElements}
            pages={data.totalPages}
            lowerBound={data.totalIsLowerBound}
            onPage={(page) => setView({ page })}
          />
        </>
      )}
    </div>
  );
}
