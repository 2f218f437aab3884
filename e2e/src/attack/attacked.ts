import { ONE_OF_EACH, type ProductOptions } from '../product/product.ts';
import { full } from '../scale.ts';
import { usual } from '../product/tested-product.ts';

/** In the distributed way: both gateways and both keepers of sessions, keys and attempts; two of everything at full size. */
export const twoGateways: Pick<ProductOptions, 'scale'> = full
  ? {}
  : { scale: { ...ONE_OF_EACH, gateway: 2, auth: 2 } };

/** ... where nothing that is tested is known to one instance alone. */
export const single: Pick<ProductOptions, 'scale'> = full ? {} : { scale: ONE_OF_EACH };

/** The one that most files attack: each with users, jobs and keys of its own. */
export const attacked: ProductOptions = { ...usual, ...twoGateways };

/** Another one, for those that change keys and clear what is kept: told from it by a setting, which says its default. */
export const attackedHard: ProductOptions = { ...attacked, env: { ...usual.env, MAX_RUNNING_JOBS: '8' } };
