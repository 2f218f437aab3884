import { outletId } from '@numscope/ui';

/**
 * The element in which the remotes appear. It outlives the pages around it, so that a remote never mounts into nothing.
 */
export const outlet = document.createElement('div');
outlet.id = outletId;
outlet.className = 'sh-outlet';
