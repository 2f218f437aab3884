// All rows, beside their floors, into bench/results.md. Words choose rows (ingest, pipeline, stalls, http, gateway,
// proxy, search, search-ten-million, faces, faces-restart, faces-queue, faces-elastic, pictures, websockets, exports, distributed); SCALE=full takes the promised sizes.
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { full, scaled } from '@numscope/e2e/scale';
import { page, type Row } from './report.ts';
import { measureDistributed } from './rows/distributed.ts';
import { measureExports } from './rows/exports.ts';
import { measureFacesInElasticsearch } from './rows/faces-elastic.ts';
import { measureFacesQueue } from './rows/faces-queue.ts';
import { measureFacesRestart } from './rows/faces-restart.ts';
import { measureFaces } from './rows/faces.ts';
import { measureGateway } from './rows/gateway.ts';
import { httpCases, measureHttpSource } from './rows/http-source.ts';
import { ingestCases, measureIngest } from './rows/ingest.ts';
import { measurePictures } from './rows/pictures.ts';
import { measurePipeline } from './rows/pipeline.ts';
import { measureProxy } from './rows/proxy.ts';
import { measureManyProfiles } from './rows/search-ten-million.ts';
import { measureSearch } from './rows/search.ts';
import { measureStalls } from './rows/stalls.ts';
import { measureWebsockets } from './rows/websockets.ts';

const PHONES = scaled(100_000, 1_000_000);
const wanted = process.argv.slice(2);
const chosen = (name: string): boolean => wanted.length === 0 || wanted.includes(name);
const rows: Row[] = [];
const add = async (measure: Row | null | Promise<Row | null>): Promise<void> => {
  const row = await measure;
  if (row === null) return;
  rows.push(row);
  console.log(
    `${row.reached ? 'reached' : 'MISSED '}  ${row.work}\n         floor ${row.floor}\n         product ${row.product}\n         bar ${row.bar}`,
  );
};

if (chosen('ingest')) for (const test of ingestCases(PHONES)) await add(measureIngest(test));
if (chosen('pipeline')) await add(measurePipeline(PHONES));
if (chosen('stalls')) await add(measureStalls(PHONES));
if (chosen('http')) for (const test of httpCases(scaled(20_000, 100_000))) await add(measureHttpSource(test));
if (chosen('gateway')) await add(measureGateway());
if (chosen('proxy')) await add(measureProxy());
if (chosen('search')) for await (const row of measureSearch(PHONES)) await add(row);
if (chosen('search-ten-million'))
  for await (const row of measureManyProfiles(scaled(200_000, 10_000_000))) await add(row);
if (chosen('faces')) await add(measureFaces(scaled(20_000, 1_000_000)));
if (chosen('faces-restart')) await add(measureFacesRestart(scaled(20_000, 1_000_000)));
if (chosen('faces-queue')) await add(measureFacesQueue(20, scaled(150, 500)));
if (chosen('faces-elastic')) await add(measureFacesInElasticsearch(scaled(20_000, 1_000_000)));
if (chosen('pictures')) await add(measurePictures(scaled(12, 60)));
if (chosen('websockets')) await add(measureWebsockets(scaled(2000, 10_000)));
if (chosen('exports')) for await (const row of measureExports(1000)) await add(row);
if (chosen('distributed')) await add(measureDistributed(scaled(20_000, 200_000)));

const facts = [
  `sizes: ${full ? 'full' : 'reduced'}`,
  `machine: ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 1024 ** 3)} GiB, Node.js ${process.version}`,
  `date: ${new Date().toISOString().slice(0, 10)}`,
];
if (wanted.length === 0) writeFileSync(new URL('../results.md', import.meta.url), page(rows, facts));
process.exit(rows.every((row) => row.reached) ? 0 : 1);
