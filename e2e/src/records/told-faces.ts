import { calls } from '@numscope/contracts';
import type { Api } from '../calls/api.ts';
import { searchUntilFound } from '../calls/search-by-picture.ts';
import { A2 } from '../providers/portrait-provider.ts';

/** What the product says of the faces on the portraits, once it has found all of them, as after a start. */
export const toldFaces = async (api: Api) => ({
  a: await searchUntilFound(api, 'a-1', 2),
  b: await searchUntilFound(api, 'b-1', 1),
  same: await api.call(calls.sameFace, { params: { phone: A2 } }),
});
