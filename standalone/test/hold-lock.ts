// Takes a data folder, says so, and keeps it until killed.
import { lockDataDir } from '../src/data-dir.ts';

lockDataDir(process.argv[2] ?? '');
process.stdout.write('locked\n');
setInterval(() => undefined, 60_000);
