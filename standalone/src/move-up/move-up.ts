import type { Logger } from '@numscope/platform';
import { SettingsError } from '@numscope/platform';
import { indexMoved } from '@numscope/profiles/store/move-up';
import { carry } from './carry.ts';
import { compare, strangers } from './compare.ts';
import { tellOfEvents } from './events.ts';
import { type Installation, openInstallation } from './installation.ts';
import { type FinishedMove, Ledger, type Lost, type Places } from './ledger.ts';
import { type Line, tableOf } from './line.ts';
import { movingServices } from './moving-services.ts';
import type { MoveOptions } from './options.ts';
import { retryWhileAway } from './retry-while-away.ts';
import { lostInWords, Pictures } from './pictures.ts';
import { closeTarget, openTarget, refuseRunning, refuseUsed, type Target } from './target.ts';

/** What came of a move: the table, what could not come, and what is not as it should be. */
export interface Outcome {
  lines: Line[];
  lost: Lost;
  faults: string[];
}

function sayLost(lost: Lost | undefined, say: (line: string) => void): void {
  if (lost && lost.count > 0) say(lostInWords(lost));
}

const dateOf = (date: Date): string => date.toISOString();

const leadsTo = (known: Partial<Places>, places: Places): boolean =>
  known.bucket === places.bucket && known.index === places.index && known.log === places.log;

const settingOf = { bucket: 'BLOB_URL', index: 'SEARCH_URL', log: 'BUS_URL' } as const;

/** What leads elsewhere than the move did. A version before noted no places. */
const elsewhere = (known: Partial<Places>, places: Places): string[] =>
  (['bucket', 'index', 'log'] as const)
    .filter((part) => known[part] !== undefined && known[part] !== places[part])
    .map((part) => settingOf[part]);

/** @throws SettingsError when the folder was used after its move, or not all addresses lead where it moved to */
function sayFinished(
  known: FinishedMove,
  { dir, state }: Installation,
  places: Places,
  say: (line: string) => void,
): void {
  say(tableOf(known.lines));
  const strange = elsewhere(known, places);
  if (strange.length > 0)
    throw new SettingsError(
      strange.map(
        (setting) =>
          `${setting}: this installation was moved on ${dateOf(known.finished)} to another place than this one, where nothing of it is; give the address of the move`,
      ),
    );
  if (known.state !== state)
    throw new SettingsError([
      `--from: this installation was moved on ${dateOf(known.finished)}, but ${dir} has been used since; what came after that stays there`,
    ]);
  sayLost(known.lost, say);
  say(`All that could come is there since ${dateOf(known.finished)}; nothing was changed.`);
}

/**
 * Whether it moved before. @throws SettingsError when the target is another's, or the folder was used after its move
 */
async function isFinished(
  installation: Installation,
  target: Target,
  ledger: Ledger,
  pictures: Pictures,
  say: (line: string) => void,
): Promise<boolean> {
  const known = await ledger.move();
  if (known && known.installation !== installation.id)
    throw new SettingsError(['STORE_URL: another installation was moved there; choose another name for the databases']);
  if (known?.finished) {
    sayFinished(known, installation, target.places, say);
    return true;
  }
  await refuseRunning(target);
  if (known?.state === installation.state && leadsTo(known, target.places)) {
    say(`The move that began on ${dateOf(known.begun)} goes on.`);
    return false;
  }
  await refuseUsed(target, known);
  if (known) {
    say(
      'The folder has been used since the move began, it leads elsewhere now, or what had come was not the same: it begins anew.',
    );
    for (const connection of Object.values(target.records)) await connection.dropDatabase();
    // In another bucket nothing is this move's.
    if (known.bucket === target.places.bucket) await pictures.removeFormer(ledger);
  }
  await ledger.begin(installation.id, installation.state, target.places);
  return false;
}

async function carryAll(
  installation: Installation,
  target: Target,
  ledger: Ledger,
  pictures: Pictures,
  log: Logger,
  say: (line: string) => void,
) {
  const { databases } = installation;
  await pictures.carry(ledger);
  for (const [name, moving] of movingServices) {
    await retryWhileAway(() => moving.prepare(target.records[name]));
    for (const carrying of moving.carryings(databases[name])) await carry(carrying, target.records[name], ledger, say);
  }
  const { profiles, entries } = await retryWhileAway(() => indexMoved(target.records.profiles, target.index, log));
  say(`search index: ${entries}/${profiles}`);
  await tellOfEvents(installation, target, ledger, say);
  return { profiles, entries };
}

async function compareAll(
  { databases }: Installation,
  { records }: Target,
  pictures: Pictures,
  say: (line: string) => void,
): Promise<Outcome> {
  const { line, lost } = await pictures.compare();
  const lines = [line];
  const faults: string[] = [];
  for (const [name, moving] of movingServices) {
    const known = new Map<string, number>();
    for (const carrying of moving.carryings(databases[name]))
      lines.push(await compare(carrying, records[name], known, say));
    faults.push(...(await strangers(records[name], known)));
  }
  return {
    lines,
    lost,
    faults: [...lines.flatMap((line) => line.faults.map((fault) => `${line.entity}: ${fault}`)), ...faults],
  };
}

async function moveInto(
  installation: Installation,
  target: Target,
  log: Logger,
  say: (line: string) => void,
): Promise<boolean> {
  const ledger = new Ledger(target.ledger);
  const pictures = await Pictures.open(installation.dir, target.blobs, installation.databases.images, say);
  if (await isFinished(installation, target, ledger, pictures, say)) return true;
  const { profiles, entries } = await carryAll(installation, target, ledger, pictures, log, say);
  // Whatever was begun too early has changed what came.
  await refuseRunning(target);
  const { lines, lost, faults } = await compareAll(installation, target, pictures, say);
  if (profiles !== entries) faults.push(`the search index holds ${entries} profiles of ${profiles}`);
  say(tableOf(lines));
  sayLost(lost, say);
  if (faults.length > 0) {
    say(`It is not all there:\n${faults.map((fault) => `  - ${fault}`).join('\n')}\nThe same command begins anew.`);
    await retryWhileAway(() => ledger.spoil());
    return false;
  }
  await retryWhileAway(() => ledger.finish(lines, lost));
  return true;
}

/**
 * Carries an embedded installation into the engines of the distributed way; begun again, it goes on where it was.
 * @returns whether all of it is there, as was told, but for files that the folder itself had lost
 * @throws SettingsError when it cannot be begun: nothing was changed then
 */
export async function moveUp(options: MoveOptions, log: Logger, say: (line: string) => void): Promise<boolean> {
  const installation = await openInstallation(options.from);
  try {
    const target = await openTarget(options, log);
    try {
      return await moveInto(installation, target, log, say);
    } finally {
      await closeTarget(target);
    }
  } finally {
    installation.close();
  }
}
