// Prints the first row of a spreadsheet as JSON: what checks the sources file cannot wait for a stream.
import { readSheet } from '@numscope/spreadsheets';

for await (const { cells } of readSheet(process.argv[2] ?? '')) {
  process.stdout.write(JSON.stringify(cells.map((cell) => cell.trim())));
  break;
}
