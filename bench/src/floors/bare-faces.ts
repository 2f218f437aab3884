// Floor: the bare model in the one thread of a process, on pixels that are there already. Says that it is ready, then
// looks at as many portraits as each message wants, and says when it has.
import { openFaceApi } from '@numscope/images/faces/face-api';
import { pixelsOf } from '@numscope/images/faces/picture-pixels';
import { z } from 'zod';
import { picturesFor } from '../pictures-for.ts';

const PORTRAITS = 3;

const encode = await openFaceApi(null);
const pixels = await Promise.all(picturesFor(PORTRAITS).map(pixelsOf));

async function look(count: number): Promise<void> {
  for (let place = 0; place < count; place++) {
    const one = pixels[place % pixels.length];
    if (one) await encode(one);
  }
}

// The first takes longer than all others.
await look(1);
process.on('message', (count) => void look(z.number().parse(count)).then(() => process.send?.('done')));
process.send?.('ready');
