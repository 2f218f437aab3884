// React and the contracts are shared with the remotes, so everything that uses them loads one step later.
void import('./bootstrap.tsx');
