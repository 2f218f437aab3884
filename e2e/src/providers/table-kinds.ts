import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import exceljs from 'exceljs';

/** Kinds that read tables of the operator's own: of a database, and of a file in each of its formats. */
export const tableKinds = ['SQL', 'DATASET', 'LINES', 'SHEET'];

type MailOf = (kind: string, phone: string) => string;

/** The further phones that the sheet tells of a number, in columns of their own. */
export const furtherPhones = (phone: string): string[] => [`+1202${phone.slice(-7)}`, `+1203${phone.slice(-7)}`];

/** Writes the CSV of DATASET, whole or anew. */
export function writeDataset(dir: string, phones: readonly string[], mailOf: (phone: string) => string): void {
  const rows = phones.map((phone) => `+${phone},${mailOf(phone)}`);
  writeFileSync(join(dir, 'people.csv'), `Tel,Mail\n${rows.join('\n')}\n`);
}

/** Writes what these kinds read: of each phone a mail; the lines have it in a list within another field; the sheet has two in columns of their own, and phones. */
export async function writeTables(dir: string, phones: readonly string[], mailOf: MailOf): Promise<void> {
  const db = new DatabaseSync(join(dir, 'people.sqlite'));
  db.exec('CREATE TABLE people (tel TEXT PRIMARY KEY, mail TEXT)');
  const insert = db.prepare('INSERT INTO people VALUES (?, ?)');
  for (const phone of phones) insert.run(phone, mailOf('SQL', phone));
  db.close();
  writeDataset(dir, phones, (phone) => mailOf('DATASET', phone));
  const lines = phones.map((phone) =>
    JSON.stringify({ contact: { tels: [phone, `+${phone}`], mail: mailOf('LINES', phone) } }),
  );
  writeFileSync(join(dir, 'people.jsonl'), lines.join('\n'));
  const workbook = new exceljs.Workbook();
  const sheet = workbook.addWorksheet('People');
  sheet.addRow(['Tel', 'Mail 1', 'Mail 2', 'Home', 'Office']);
  for (const phone of phones) {
    const mail = mailOf('SHEET', phone);
    sheet.addRow([`+${phone}`, mail, `more-${mail}`, ...furtherPhones(phone)]);
  }
  await workbook.xlsx.writeFile(join(dir, 'people.xlsx'));
}

/** How each of them is bound: lines of the sources file. */
export const tableSources = (dir: string): Array<[kind: string, lines: string[]]> => [
  [
    'SQL',
    [
      'connector: sql',
      `url: "sqlite:${join(dir, 'people.sqlite')}"`,
      'query: "select tel, mail from people where tel in (select value from json_each(?))"',
      'phone: tel',
      'map: { emails: mail }',
      'batchSize: 50',
    ],
  ],
  ...(
    [
      ['DATASET', 'people.csv', 'phone: Tel', 'map: { emails: Mail }'],
      ['LINES', 'people.jsonl', 'phone: contact.tels', 'map: { emails: contact.mail }'],
      ['SHEET', 'people.xlsx', 'phone: Tel', 'map: { emails: [Mail 1, Mail 2], phones: [Home, Office] }'],
    ] as const
  ).map(([kind, file, ...lines]): [string, string[]] => [
    kind,
    ['connector: dataset', `file: "${join(dir, file)}"`, ...lines],
  ]),
];
