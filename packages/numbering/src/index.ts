export { cleanPhone, isWrittenAsDialled } from './clean-phone.ts';
export { describePhone, isValidPhone } from './describe-phone.ts';
export { readDialledPhone, readPhone } from './read-phone.ts';
