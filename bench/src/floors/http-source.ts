// Floor: nothing but asking: `count` numbers, `width` at a time. Prints answers a second.
import { Pool } from 'undici';

const [origin = '', count = 0, width = 0] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const pool = new Pool(origin, { connections: width });
let next = 0;
const begun = performance.now();
await Promise.all(
  Array.from({ length: width }, async () => {
    while (next < count) {
      const { body } = await pool.request({ method: 'GET', path: `/numbers/${next++}` });
      JSON.parse(await body.text());
    }
  }),
);
process.stdout.write(`${Math.round(count / ((performance.now() - begun) / 1000))}\n`);
await pool.close();
