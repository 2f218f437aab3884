import { describe, expect, it } from '@jest/globals';
import { RequiredError, requestOf } from '@numscope/client';

describe('what is sent', () => {
  it('writes path parameters safely', () => {
    expect(requestOf('getJob', { params: { number: '1/../2?x' } }).url).toBe('/api/v2/job/1%2F..%2F2%3Fx');
  });

  it('asks for nothing that may be left out', () => {
    expect(requestOf('testSource', { params: { name: 'X' } }).url).toBe('/api/source/X/test');
    expect(requestOf('listSources', {}).url).toBe('/api/source');
    expect(requestOf('exportProfileStream', { body: {} }).url).toBe('/api/profile/export/stream');
  });

  it.each([
    ['getProfile', { params: { phone: undefined } }, 'phone'],
    ['deleteProfile', { params: { phone: null } }, 'phone'],
    ['deleteUser', { params: {} }, 'id'],
    ['searchProfiles', {}, 'profileSearchFilter'],
    ['searchUsers', { body: null }, 'userSearchFilter'],
    ['createUser', {}, 'userDTO'],
    ['updateUser', { params: { id: '1' } }, 'userUpdateDTO'],
    ['exportProfiles', {}, 'requestBody'],
    ['profilesByPhones', { params: {}, body: [] }, 'type'],
    ['exportJobRemainder', { params: {} }, 'jobNumber'],
    ['exportJobRemainder', { params: { jobNumber: '1' }, query: { size: 1 } }, 'page'],
    ['exportJobRemainder', { params: { jobNumber: '1' }, query: { page: 0 } }, 'size'],
    ['individualExport', {}, 'phone'],
    ['profilesByImageIds', {}, 'requestBody'],
    ['search4faces', {}, 'requestBody'],
    ['externalImageSearch', {}, 'body'],
    ['importProfiles', {}, 'importProfileDto'],
  ] as const)('%s without %j is refused before anything is sent', (name, input, field) => {
    expect(() => requestOf(name, input)).toThrow(new RequiredError(field, name));
    expect(new RequiredError(field, name).message).toBe(
      `Required parameter ${field} was null or undefined when calling ${name}`,
    );
  });
});
