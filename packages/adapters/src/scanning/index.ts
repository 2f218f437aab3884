export { commandScanner } from './command-scanner.ts';
export { icapScanner } from './icap-scanner.ts';
