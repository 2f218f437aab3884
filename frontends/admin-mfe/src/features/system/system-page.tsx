import type { ServiceHealth } from '@numscope/contracts';
import { type Column, DataTable, useCall, useTableChoice } from '@numscope/ui';
import { ListPage } from '../../components/list-page.tsx';
import { texts } from '../../texts/texts.ts';

const EVERY = 10_000;

const columns = (): Column<ServiceHealth>[] => [
  { id: 'service', header: texts('service'), fixed: true, cell: (service) => <span className="ns-b">{service.name}</span> },
  { id: 'status', header: texts('status'), width: 140, cell: (service) => service.status },
  { id: 'version', header: texts('version'), width: 160, cell: (service) => service.version },
];

/** How each service and engine is. */
export default function SystemPage() {
  const [choice] = useTableChoice('system');
  const query = useCall('healthAll', {}, { every: EVERY, quiet: true });
  return (
    <ListPage title={texts('system')} query={query} isEmpty={(health) => health.services.length === 0}>
      {(health) => (
        <DataTable label={texts('system')} columns={columns()} rows={health.services} rowId={(service) => service.name} choice={choice} />
      )}
    </ListPage>
  );
}
