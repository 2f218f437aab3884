import { suite } from './jest.base.mjs';

export default suite('schemathesis');
