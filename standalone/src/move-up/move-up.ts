import type { Logger } from '@numscope/platform';
import { SettingsError } from '@numscope/platform';
import { indexMoved } from '@numscope/profiles/store/move-up';
import { carry } from './carry.ts';
import { compare, strangers } from './compare.ts';
import { tellOfEvents } from './events.ts';
import { type Installation, openInstallation } from './installation.ts';
import { Ledger } from './ledger.ts';
import { type Line, tableOf } from './line.ts';
import { movingServices } from './moving-services.ts';
import type { MoveOptions } from './options.ts';
import { retryWhileAway } from './retry-while-away.ts';
import { Pictures } from './pictures.ts';
import { closeTarget, openTarget, refuseRunning, refuseUsed, type Target } from './target.ts';

/** What came of a move: the table, and what is not as it should be. */
export interface Outcome {
  lines: Line[];
  faults: string[];
}

const dateOf = (date: Date): string => date.toISOString();

/**
 * Whether it moved before. @throws SettingsError when the target is another's, or the folder was used after its move
 */
async function isFinished(
  installation: Installation,
  target: Target,
  ledger: Ledger,
  say: (line: string) => void,
): Promise<boolean> {
  const known = await ledger.move();
  if (known && known.installation !== installation.id)
    throw new SettingsError(['STORE_URL: another installation was moved there; choose another name for the databases']);
  if (known?.finished) {
    say(tableOf(known.lines ?? []));
    if (known.state !== installation.state)
      throw new SettingsError([
        `--from: this installation was moved on ${dateOf(known.finished)}, but ${installation.dir} has been used since; what came after that stays there`,
      ]);
    say(`All of it is there since ${dateOf(known.finished)}; nothing was changed.`);
    return true;
  }
  await refuseRunning(target);
  if (known?.state === installation.state) {
    say(`The move that began on ${dateOf(known.begun)} goes on.`);
    return false;
  }
  if (known) {
    say('The folder has been used since the move began, or what had come was not the same: it begins anew.');
    for (const connection of Object.values(target.records)) await connection.dropDatabase();
  } else await refuseUsed(target);
  await ledger.begin(installation.id, installation.state);
  return false;
}

async function carryAll(
  installation: Installation,
  target: Target,
  ledger: Ledger,
  log: Logger,
  say: (line: string) => void,
) {
  const { databases, dir } = installation;
  const pictures = await Pictures.open(dir, target.blobs, databases.images, say);
  await pictures.carry(ledger);
  for (const [name, moving] of movingServices) {
    await retryWhileAway(() => moving.prepare(target.records[name]));
    for (const carrying of moving.carryings(databases[name])) await carry(carrying, target.records[name], ledger, say);
  }
  const { profiles, entries } = await retryWhileAway(() => indexMoved(target.records.profiles, target.index, log));
  say(`search index: ${entries}/${profiles}`);
  await tellOfEvents(installation, target.bus, ledger, say);
  return { pictures, profiles, entries };
}

async function compareAll(
  { databases }: Installation,
  { records }: Target,
  pictures: Pictures,
  say: (line: string) => void,
): Promise<Outcome> {
  const lines = [await pictures.compare()];
  const faults: string[] = [];
  for (const [name, moving] of movingServices) {
    const known = new Map<string, number>();
    for (const carrying of moving.carryings(databases[name]))
      lines.push(await compare(carrying, records[name], known, say));
    faults.push(...(await strangers(records[name], known)));
  }
  return {
    lines,
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
  if (await isFinished(installation, target, ledger, say)) return true;
  const { pictures, profiles, entries } = await carryAll(installation, target, ledger, log, say);
  // Whatever was begun too early has changed what came.
  await refuseRunning(target);
  const { lines, faults } = await compareAll(installation, target, pictures, say);
  if (profiles !== entries) faults.push(`the search index holds ${entries} profiles of ${profiles}`);
  say(tableOf(lines));
  if (faults.length > 0) {
    say(`It is not all there:\n${faults.map((fault) => `  - ${fault}`).join('\n')}\nThe same command begins anew.`);
    await retryWhileAway(() => ledger.spoil());
    return false;
  }
  await retryWhileAway(() => ledger.finish(lines));
  return true;
}

/**
 * Carries an embedded installation into the engines of the distributed way; begun again, it goes on where it was.
 * @returns whether all of it is there, as was told
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
