import { describe, expect, test } from 'vitest'
import { identityOf } from './identity.ts'
import { parseSwidTagId } from './swid.ts'
import { coreSwhid, formatSwhid, parseSwhid } from './swhid.ts'

const digest = '94a9ed024d3859793618152ea559a168bbcbb5e2'
const sha256 = 'ab'.repeat(32)
const sha512 = 'cd'.repeat(64)

describe('identities', () => {
  const everything = {
    name: 'openssl',
    version: '3.0.1',
    supplier: 'OpenSSL',
    hashes: [
      { algorithm: 'MD5', value: 'ab'.repeat(16) },
      { algorithm: 'SHA-512', value: sha512 },
      { algorithm: 'SHA256', value: sha256.toUpperCase() },
    ],
    swhids: [`swh:1:cnt:${digest};lines=1-2`],
    purl: 'pkg:Generic/openssl@3.0.1',
    cpe: 'cpe:2.3:a:OpenSSL:openssl:3.0.1:*:*:*:*:*:*:*',
    swidTagId: '75B8C285-FA7B-485B-B199-4745E3004D0D',
  }

  test('[IDENTITY-1] the surest kind that is there', () => {
    const without = (...keys: (keyof typeof everything)[]) =>
      identityOf({ ...everything, ...Object.fromEntries(keys.map((key) => [key, undefined])) }).key
    expect(without()).toBe(`sha-256:${sha256}`)
    expect(identityOf({ ...everything, hashes: everything.hashes.slice(0, 2) }).key).toBe(`sha-512:${sha512}`)
    expect(without('hashes')).toBe(`swhid:swh:1:cnt:${digest}`)
    expect(without('hashes', 'swhids')).toBe('purl:pkg:generic/openssl@3.0.1')
    expect(without('hashes', 'swhids', 'purl')).toBe('cpe:cpe:2.3:a:openssl:openssl:3.0.1:*:*:*:*:*:*:*')
    expect(without('hashes', 'swhids', 'purl', 'cpe')).toBe('swid:75b8c285-fa7b-485b-b199-4745e3004d0d')
    expect(without('hashes', 'swhids', 'purl', 'cpe', 'swidTagId')).toBe('name:["openssl","3.0.1","OpenSSL"]')
  })

  test('[IDENTITY-2] a hash of an empty file, or a broken one, identifies nothing', () => {
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    for (const value of [empty, '0'.repeat(64), 'ab', `${'ab'.repeat(31)}xy`]) {
      const identity = identityOf({ name: 'a', hashes: [{ algorithm: 'SHA-256', value }] })
      expect(identity.kind).toBe('name')
      expect(identity.ignored).toHaveLength(1)
    }
  })

  test('[IDENTITY-3] a purl or CPE without a version takes that of the component', () => {
    expect(identityOf({ name: 'a', version: '2', purl: 'pkg:npm/a' }).key).toBe('purl:pkg:npm/a@2')
    expect(identityOf({ name: 'a', version: '2', purl: 'pkg:npm/a@1' }).key).toBe('purl:pkg:npm/a@1')
    expect(identityOf({ name: 'a', version: '2', cpe: 'cpe:/a:v:p' }).key).toBe('cpe:cpe:2.3:a:v:p:*:*:*:*:*:*:*:* 2')
  })

  test('[IDENTITY-4] what cannot be read is passed over, with the reason', () => {
    const identity = identityOf({ name: 'a', purl: 'nonsense', cpe: 'cpe:2.3:a:*:p:1:*:*:*:*:*:*:*', swidTagId: 'T-1' })
    expect(identity).toMatchObject({ kind: 'swid', key: 'swid:t-1' })
    expect(identity.ignored).toEqual([
      'A purl begins with "pkg:".',
      'The CPE name leaves open the vendor or the product.',
    ])
  })

  test('[IDENTITY-5] white space and two encodings of a letter make no second component', () => {
    expect(identityOf({ name: ' Mu\u0308ller  Lib ' }).key).toBe(identityOf({ name: 'M\u00fcller Lib' }).key)
    expect(identityOf({ name: 'lib' }).key).not.toBe(identityOf({ name: 'Lib' }).key)
    expect(identityOf({ name: 'a","b' }).key).not.toBe(identityOf({ name: 'a', version: 'b' }).key)
  })
})

describe('Software Hash Identifiers', () => {
  test.for([
    `swh:1:cnt:${digest}`,
    `swh:1:snp:${digest}`,
    `swh:1:cnt:${digest};origin=https://example.org/a.git;visit=swh:1:snp:${digest};anchor=swh:1:rev:${digest};path=/a%3Bb;lines=9-15`,
  ])('[SWHID-1] %s', (text) => {
    const swhid = parseSwhid(text)
    expect(swhid.ok && formatSwhid(swhid.value)).toBe(text)
    expect(swhid.ok && coreSwhid(swhid.value)).toBe(text.split(';')[0])
  })

  test('[SWHID-2] qualifiers are formatted in their canonical order', () => {
    const swhid = parseSwhid(`swh:1:cnt:${digest};path=/a;origin=https://example.org`)
    expect(swhid.ok && formatSwhid(swhid.value)).toBe(`swh:1:cnt:${digest};origin=https://example.org;path=/a`)
  })

  test.for([
    ['swh:2:cnt:', /is no SWHID/],
    [`swh:1:foo:${digest}`, /is no SWHID/],
    [`swh:1:cnt:${digest.toUpperCase()}`, /is no SWHID/],
    [`swh:1:cnt:${digest.slice(1)}`, /is no SWHID/],
    [`swh:1:cnt:${digest};foo=1`, /no qualifier/],
    [`swh:1:cnt:${digest};`, /no qualifier/],
    [`swh:1:cnt:${digest};path=/a;path=/b`, /twice/],
    [`swh:1:cnt:${digest};path=a`, /no absolute path/],
    [`swh:1:cnt:${digest};lines=0-1`, /range from 1/],
    [`swh:1:cnt:${digest};lines=5-1`, /range/],
    [`swh:1:dir:${digest};lines=1`, /contents of a file/],
    [`swh:1:cnt:${digest};visit=swh:1:rev:${digest}`, /snapshot/],
    [`swh:1:cnt:${digest};anchor=swh:1:cnt:${digest}`, /directory/],
    ['s'.repeat(9_000), /at most/],
  ] as const)('[SWHID-1] %s is refused', ([text, reason]) => {
    const swhid = parseSwhid(text)
    expect(swhid.ok ? undefined : swhid.reason).toMatch(reason)
  })
})

describe('SWID tags', () => {
  test.for([
    ['{75B8C285-fa7b-485b-b199-4745e3004d0d}', 'guid', '75b8c285-fa7b-485b-b199-4745e3004d0d'],
    ['swid:2df9de35-0aff-4a86-ace6-f7dddd1ade4c', 'guid', '2df9de35-0aff-4a86-ace6-f7dddd1ade4c'],
    ['regid.1986-12.com.adobe_CreativeCloud-CS6', 'regid', 'regid.1986-12.com.adobe_creativecloud-cs6'],
    ['org.fedoraproject.Fedora-29', 'text', 'org.fedoraproject.fedora-29'],
    ['swid:Enterprise%20Server', 'text', 'enterprise server'],
  ])('[SWID-1] %s is a %s', ([text, form, canonical]) => {
    expect(parseSwidTagId(text!)).toEqual({ ok: true, value: { form, canonical } })
  })

  test.for([
    ['  ', /not empty/],
    ['a\u0000b', /control/],
    ['regid.2010-13.com.example_x', /no month 13/],
    ['swid:%', /percent sign/],
    ['x'.repeat(2_000), /at most/],
  ] as const)('[SWID-1] %j is refused', ([text, reason]) => {
    const tag = parseSwidTagId(text)
    expect(tag.ok ? undefined : tag.reason).toMatch(reason)
  })
})
