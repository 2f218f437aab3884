export { describePhone, isValidPhone } from './describe-phone.ts';
export { readPhone } from './read-phone.ts';
