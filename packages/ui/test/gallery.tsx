import '../src/styles/first.ts';
import '../src/styles/console.ts';
import { type ComponentType, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  BulkBar,
  Button,
  ChoiceFilter,
  type Column,
  type Criteria,
  CriteriaField,
  DataTable,
  Dialog,
  ExportProgress,
  ListWithPanel,
  Menu,
  MenuItem,
  NAME_LEAST,
  noCriteria,
  noSelection,
  onToast,
  Pager,
  ProvenanceChip,
  Segmented,
  SidePanel,
  type Sorting,
  TableMenus,
  Tabs,
  TextFilter,
  Tooltip,
  useCombobox,
  useTableChoice,
} from '../src/index.ts';

// The shared components alone, each at a path of its own: what the browser tests press and read. What a component tells stands in the output.

interface Town {
  id: string;
  name: string;
  people: number;
}

const towns = (count: number): Town[] =>
  Array.from({ length: count }, (_, i) => ({ id: `t${i + 1}`, name: `Town ${i + 1}`, people: (i + 1) * 1000 }));

const columns: Column<Town>[] = [
  { id: 'name', header: 'Name', least: NAME_LEAST, fixed: true, cell: (town) => town.name, sort: 'name' },
  {
    id: 'people',
    header: 'People',
    align: 'right',
    width: 120,
    cell: (town) => town.people,
    sort: 'people',
    downFirst: true,
  },
];

const actions = (onLeave: (town: Town) => void): Column<Town> => ({
  id: 'actions',
  header: 'Actions',
  quietHead: true,
  width: 90,
  cell: (town) => (
    <Button size="sm" aria-label={`Leave ${town.name}`} onClick={() => onLeave(town)}>
      Leave
    </Button>
  ),
});

function TableOf({ count, stale = false }: { count: number; stale?: boolean }) {
  const [rows, setRows] = useState(() => towns(count));
  const [leaving, setLeaving] = useState<Town | null>(null);
  const act = actions(setLeaving);
  const shown = [...columns, act];
  const [choice, setChoice] = useTableChoice('gallery');
  const [sort, setSort] = useState<Sorting>();
  const [selection, setSelection] = useState(noSelection);
  const [open, setOpen] = useState<string | null>(null);
  return (
    <div className="ns-page" style={{ height: 600 }}>
      <div className="ns-tools">
        <TableMenus columns={shown} choice={choice} onChange={setChoice} />
      </div>
      <DataTable
        label="Towns"
        columns={shown}
        rows={rows}
        rowId={(town) => town.id}
        choice={choice}
        onChoice={setChoice}
        stale={stale}
        sort={sort}
        onSort={setSort}
        selection={selection}
        onSelect={setSelection}
        openId={open}
        onOpen={(town) => setOpen(town.id)}
        expanded={(town) => (town.id === 't2' ? 'Twinned with another' : null)}
        renderCard={(town) => town.name}
        renderCardActions={act.cell}
      />
      {leaving === null ? null : (
        <Dialog title="Leave this town?" onClose={() => setLeaving(null)}>
          <Button onClick={() => setRows(rows.filter((town) => town !== leaving))}>Leave it</Button>
          <Button onClick={() => setLeaving(null)}>Done</Button>
        </Dialog>
      )}
      <output>{`${sort?.field ?? 'unsorted'} ${sort?.direction ?? ''} open ${open ?? 'none'} selected ${[...selection.ids].join(' ')}`}</output>
    </div>
  );
}

const menuOf = (tell: (what: string) => void): Column<Town> => ({
  id: 'menu',
  header: 'Menu',
  width: 90,
  cell: (town) => (
    <Menu label={`Actions of ${town.name}`} renderTrigger={(props) => <Button {...props}>More</Button>}>
      <MenuItem onSelect={() => tell(`stayed in ${town.name}`)}>Stay</MenuItem>
      <MenuItem onSelect={() => tell(`left ${town.name}`)}>Leave</MenuItem>
    </Menu>
  ),
});

/** Rows with menus, which change places at an event as the server's news may have them. */
function Moving() {
  const [rows, setRows] = useState(() => towns(3));
  const [told, tell] = useState('nothing');
  const [choice, setChoice] = useTableChoice('moving');
  useEffect(() => {
    const turn = (): void => setRows((now) => now.toReversed());
    addEventListener('news', turn);
    return () => removeEventListener('news', turn);
  }, []);
  return (
    <>
      <DataTable
        label="Towns"
        columns={[...columns, menuOf(tell)]}
        rows={rows}
        rowId={(town) => town.id}
        choice={choice}
        onChoice={setChoice}
      />
      <output>{told}</output>
    </>
  );
}

function Pages({ stale = false }: { stale?: boolean }) {
  const [page, setPage] = useState(0);
  const [choice, setChoice] = useTableChoice('pages');
  const size = choice.size ?? 15;
  return (
    <Pager
      page={page}
      size={size}
      of={{ totalElements: 1290, totalPages: Math.ceil(1290 / size) }}
      stale={stale}
      onPage={setPage}
      onSize={(rows) => setChoice({ ...choice, size: rows })}
    />
  );
}

function Menus() {
  const [told, tell] = useState('nothing');
  return (
    <>
      <Menu label="Actions" renderTrigger={(props) => <Button {...props}>More</Button>}>
        <MenuItem onSelect={() => tell('copied')}>Copy</MenuItem>
        <MenuItem disabled onSelect={() => tell('moved')}>
          Move
        </MenuItem>
        <MenuItem checked onSelect={() => tell('chosen')}>
          Large
        </MenuItem>
      </Menu>
      <Tooltip label="What it does">
        <button type="button">Why</button>
      </Tooltip>
      <output>{told}</output>
    </>
  );
}

/** A panel of details, in which two sources say a value, beside a selection. */
function Sources() {
  const [isOpen, setIsOpen] = useState(true);
  const [selected, setSelected] = useState(2);
  const said = (source: string, hours: number) => ({
    source,
    value: '+998901234567',
    at: Date.UTC(2026, 0, 1, hours),
    observedAt: null,
    cached: false,
  });
  return (
    <>
      {isOpen ? (
        <SidePanel label="Details" bar="Details" onClose={() => setIsOpen(false)}>
          <ProvenanceChip entries={[said('PARCELS', 3), said('BANK', 9)]} />
        </SidePanel>
      ) : null}
      <p>Elsewhere</p>
      <BulkBar count={selected} total={9} onClear={() => setSelected(0)}>
        <span>At once</span>
      </BulkBar>
    </>
  );
}

/** A selection that is being made of all that match. */
function Selections() {
  const [told, tell] = useState('nothing');
  const [done, setDone] = useState<number | null>(null);
  return (
    <>
      <Button onClick={() => setDone((done ?? 0) + 250)}>Read more</Button>
      <BulkBar
        count={0}
        total={2041}
        onClear={() => tell('cleared')}
        onSelectFirst={() => setDone(0)}
        {...(done === null
          ? {}
          : {
              selecting: {
                done,
                total: 1000,
                onStop: () => {
                  setDone(null);
                  tell('stopped');
                },
              },
            })}
      >
        <span>At once</span>
      </BulkBar>
      <output>{told}</output>
    </>
  );
}

/** A list, and beside it the panel of the row that is open. */
function Details() {
  const rows = towns(4);
  const [choice] = useTableChoice('details');
  const [open, setOpen] = useState('t3');
  return (
    <div style={{ height: 600 }}>
      <ListWithPanel
        panel={
          open === '' ? null : (
            <SidePanel label="Details" bar={open} onClose={() => setOpen('')}>
              <Button>Inside</Button>
            </SidePanel>
          )
        }
      >
        <DataTable
          label="Towns"
          columns={columns}
          rows={rows}
          rowId={(town) => town.id}
          choice={choice}
          openId={open}
          onOpen={(town) => setOpen(town.id)}
          renderCard={(town) => town.name}
        />
      </ListWithPanel>
    </div>
  );
}

/** An export that was begun among the tools of a list, and one of what is selected in it. */
function Exports() {
  const [told, tell] = useState('nothing');
  return (
    <>
      <div className="ns-tools">
        <ExportProgress words="All" done={1} total={2} stop="Stop all" onStop={() => tell('all')} />
      </div>
      <ExportProgress words="Some" done={1} total={2} stop="Stop some" onStop={() => tell('some')} />
      <output>{told}</output>
    </>
  );
}

function Windows() {
  const [open, setOpen] = useState<'none' | 'form' | 'firm'>('none');
  return (
    <>
      <Button onClick={() => setOpen('form')}>Open</Button>
      <Button onClick={() => setOpen('firm')}>Open firmly</Button>
      {open === 'none' ? null : (
        <Dialog
          title="A window"
          dismissable={open === 'form'}
          onClose={() => setOpen('none')}
          footer={<Button onClick={() => setOpen('none')}>Done</Button>}
        >
          <label>
            First <input />
          </label>
        </Dialog>
      )}
    </>
  );
}

function Choices() {
  const [tab, setTab] = useState<'one' | 'two' | 'three'>('one');
  const [view, setView] = useState<'list' | 'cards'>('list');
  const [text, setText] = useState('');
  const [some, setSome] = useState<('red' | 'green' | 'blue')[]>([]);
  return (
    <>
      <Segmented
        label="View"
        segments={[
          { value: 'list', label: 'List' },
          { value: 'cards', label: 'Cards' },
        ]}
        value={view}
        onChange={setView}
      />
      <TextFilter name="Name" value={text} onChange={setText} />
      <ChoiceFilter
        name="Colour"
        choices={['red', 'green', 'blue']}
        renderChoice={(colour) => colour}
        value={some}
        onChange={setSome}
      />
      <Tabs
        label="Parts"
        tabs={[
          { value: 'one', label: 'One' },
          { value: 'two', label: 'Two' },
          { value: 'three', label: 'Three' },
        ]}
        value={tab}
        onChange={setTab}
      >
        <p>Part {tab}</p>
      </Tabs>
    </>
  );
}

function Finder() {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [told, tell] = useState('nothing');
  const options = towns(12).filter((town) => town.name.includes(text));
  const box = useCombobox({
    options,
    keyOf: (town) => town.id,
    onPick: (town) => {
      tell(town.name);
      setOpen(false);
    },
    open,
  });
  return (
    <>
      <input
        {...box.field}
        aria-label="Town"
        value={text}
        onFocus={() => setOpen(true)}
        onChange={(event) => {
          setText(event.target.value);
          box.reset();
        }}
      />
      <div {...box.list} aria-label="Towns" hidden={!open} style={{ height: 90, overflow: 'auto' }}>
        {options.map((town) => (
          <button key={town.id} type="button" className="ns-menu-item" {...box.option(town)}>
            {town.name}
          </button>
        ))}
      </div>
      <output>{told}</output>
    </>
  );
}

function Searches() {
  const [criteria, setCriteria] = useState<Criteria>(noCriteria);
  const [said, setSaid] = useState('');
  useEffect(() => onToast(({ message }) => setSaid(message)), []);
  return (
    <>
      <CriteriaField
        criteria={criteria}
        onChange={setCriteria}
        suggest={(value) => (/\w/.test(value) ? ['name', 'city'] : []).map((field) => ({ field, value }))}
        fieldName={(field) => field}
      />
      <output>{JSON.stringify(criteria)}</output>
      <output>{said}</output>
    </>
  );
}

/** A form that is being sent until it is told that it has been. */
function Sending() {
  const [sent, setSent] = useState(0);
  const [busy, setBusy] = useState(false);
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setSent(sent + 1);
          setBusy(true);
        }}
      >
        <input aria-label="Name" />
        <Button type="submit" busy={busy}>
          Send
        </Button>
      </form>
      <Button onClick={() => setBusy(false)}>Arrives</Button>
      <output>{`sent ${sent}`}</output>
    </>
  );
}

const parts: Readonly<Record<string, ComponentType>> = {
  table: () => <TableOf count={6} />,
  'long-table': () => <TableOf count={1000} />,
  'huge-table': () => <TableOf count={100_000} />,
  'empty-table': () => <TableOf count={0} />,
  'stale-table': () => <TableOf count={6} stale />,
  'moving-rows': Moving,
  pager: () => <Pages />,
  'stale-pager': () => <Pages stale />,
  menu: Menus,
  sources: Sources,
  selections: Selections,
  sending: Sending,
  details: Details,
  exports: Exports,
  dialog: Windows,
  choices: Choices,
  combobox: Finder,
  criteria: Searches,
};

const Part = parts[location.pathname.slice(1)];
const place = document.createElement('main');
document.body.append(place);
if (Part !== undefined)
  createRoot(place).render(
    <>
      <h1 className="ns-sr">{location.pathname.slice(1)}</h1>
      <Part />
    </>,
  );
