import { describe, expect, it } from '@jest/globals';
import { isPrivateAddress } from '../src/connectors/http/private-addresses.ts';
import { faultOfPhotoHost, PhotoHosts } from '../src/domain/photos/photo-hosts.ts';

const allows = (entries: string[], url: string): boolean => new PhotoHosts(entries).allows(new URL(url));

describe('the hosts that photos may come from', () => {
  it.each<[string, string, string]>([
    ['the default port of http', 'cdn.example', 'http://cdn.example/a.png'],
    ['the default port of https', 'cdn.example', 'https://cdn.example/a.png'],
    ['the default port, written out', 'cdn.example', 'https://cdn.example:443/a.png'],
    ['the default port in the entry', 'cdn.example:443', 'https://cdn.example/a.png'],
    ['a port of its own', 'cdn.example:8443', 'https://cdn.example:8443/a.png'],
    ['upper case in the URL', 'cdn.example', 'https://CDN.Example/a.png'],
    ['upper case in the entry', 'CDN.Example:8080', 'http://cdn.example:8080/a.png'],
    ['a dot at the end of the URL', 'cdn.example', 'https://cdn.example./a.png'],
    ['a dot at the end of the entry', 'cdn.example.:81', 'http://cdn.example:81/a.png'],
    ['punycode in the URL', 'bücher.example', 'https://xn--bcher-kva.example/a.png'],
    ['punycode in the entry', 'xn--bcher-kva.example', 'https://bücher.example/a.png'],
    ['an IPv6 address', '[2001:DB8:0::1]:8080', 'http://[2001:db8::1]:8080/a.png'],
    ['an IPv4 address, written otherwise', '10.0.0.5', 'http://0xa.5/a.png'],
  ])('allow %s', (_what, entry, url) => {
    expect(faultOfPhotoHost(entry)).toBeNull();
    expect(allows([entry], url)).toBe(true);
  });

  it.each<[string, string, string]>([
    ['another port than the default', 'cdn.example', 'https://cdn.example:8443/a.png'],
    ['the default port of another scheme', 'cdn.example', 'http://cdn.example:443/a.png'],
    ['the default port where another is listed', 'cdn.example:8443', 'https://cdn.example/a.png'],
    ['https where port 80 is listed', 'cdn.example:80', 'https://cdn.example/a.png'],
    ['a host below a listed one', 'example', 'http://cdn.example/a.png'],
    ['a host that only ends so', 'cdn.example', 'http://evilcdn.example/a.png'],
    ['a listed host as the user of another', 'cdn.example', 'http://cdn.example@evil.example/a.png'],
    ['a user at a listed host', 'cdn.example', 'http://me@cdn.example/a.png'],
    ['an address in the clothes of IPv6', '127.0.0.1', 'http://[::ffff:127.0.0.1]/a.png'],
    ['an IPv6 address on another port', '[::1]:8080', 'http://[::1]/a.png'],
  ])('do not allow %s', (_what, entry, url) => {
    expect(allows([entry], url)).toBe(false);
  });

  it('list a private address for its port alone', () => {
    const hosts = new PhotoHosts(['cdn.example', '10.0.0.5:8080', '[FD00::0:1]']);
    expect(hosts.listsAddress('10.0.0.5', { protocol: 'http:', port: '8080' })).toBe(true);
    expect(hosts.listsAddress('10.0.0.5', { protocol: 'http:', port: '' })).toBe(false);
    expect(hosts.listsAddress('10.0.0.6', { protocol: 'http:', port: '8080' })).toBe(false);
    expect(hosts.listsAddress('fd00::1', { protocol: 'https:', port: '' })).toBe(true);
    expect(hosts.listsAddress('::ffff:10.0.0.5', { protocol: 'http:', port: '8080' })).toBe(false);
  });
});

describe('a private address', () => {
  it.each([
    '0.0.0.0',
    '127.1.2.3',
    '10.0.0.1',
    '169.254.169.254',
    '168.63.129.16',
    '100.100.100.200',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'fe80::1%eth0',
    'fd00:ec2::254',
    'nonsense',
  ])('is %s', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(['1.1.1.1', '93.184.216.34', '2606:4700::1111'])('is not %s', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });
});
