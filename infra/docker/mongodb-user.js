// Run by the image of MongoDB at its first start, as the administrator: makes the user of the services, who may read and
// write their databases and no others.
const services = ['auth', 'users', 'jobs', 'sources', 'profiles', 'images', 'audit', 'moves'];
const roles = services.flatMap((service) =>
  ['readWrite', 'dbAdmin'].map((role) => ({ role, db: `numscope_${service}` })),
);
const pwd = require('node:fs').readFileSync('/engine/password', 'utf8').trim();
db.getSiblingDB('admin').createUser({ user: 'numscope', pwd, roles });
