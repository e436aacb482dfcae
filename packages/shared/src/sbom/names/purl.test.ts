import { describe, expect, test } from 'vitest'
import { createRandom } from '../../core/random.fixture.ts'
import { buildPurl, canonicalPurl, formatPurl, maxPurlLength, parsePurl, readPurl } from './purl.ts'

const canonical = (text: string): string | undefined => {
  const purl = canonicalPurl(text)
  return purl.ok ? purl.value : undefined
}

const reasonOf = (text: string): string | undefined => {
  const purl = parsePurl(text)
  return purl.ok ? undefined : purl.reason
}

describe('components', () => {
  test('[PURL-2] a purl is split from right to left, and decoded', () => {
    expect(parsePurl('pkg:maven/a.b/c%20d@1%2F2?classifier=x%26y#/e/./../f/')).toEqual({
      ok: true,
      value: {
        type: 'maven',
        namespace: 'a.b',
        name: 'c d',
        version: '1/2',
        qualifiers: { classifier: 'x&y' },
        subpath: 'e/f',
      },
    })
  })

  test.for([
    ['PKG:NPM/%40angular/animation@12.3.1', 'pkg:npm/%40angular/animation@12.3.1'],
    ['pkg:npm/@angular/animation@12.3.1', 'pkg:npm/%40angular/animation@12.3.1'],
    ['pkg:npm/@angular/animation', 'pkg:npm/%40angular/animation'],
    ['pkg:///generic///a//b///', 'pkg:generic/a/b'],
    ['pkg:generic/a@1?z=1&y=&b=2', 'pkg:generic/a@1?b=2&z=1'],
    ['pkg:generic/a?a.b=2&a=1', 'pkg:generic/a?a=1&a.b=2'],
    ["pkg:generic/a@1:2~3!*()'", 'pkg:generic/a@1:2~3%21%2A%28%29%27'],
    ['pkg:generic/%C3%BC@1', 'pkg:generic/%C3%BC@1'],
    ['pkg:generic/a?', 'pkg:generic/a'],
    ['pkg:generic/a@', 'pkg:generic/a'],
    ['pkg:generic/a#', 'pkg:generic/a'],
    ['pkg:generic/a#../..', 'pkg:generic/a'],
    ['pkg:opam/git@3/16.1', 'pkg:opam/git@3%2F16.1'],
    ['pkg:own.type-1/a', 'pkg:own.type-1/a'],
  ])('[PURL-5] %s is %s', ([text, wanted]) => {
    expect(canonical(text!)).toBe(wanted)
    expect(canonical(wanted!), 'canonical again').toBe(wanted)
  })

  test.for([
    ['npm/a', /begins with "pkg:"/],
    ['pkg:npm', /a type, a slash and a name/],
    ['pkg:/', /a type, a slash and a name/],
    ['pkg:1npm/a', /The type "1npm"/],
    ['pkg:n%70m/a', /The type "n%70m"/],
    ['pkg:npm/', /needs a name/],
    ['pkg:npm/@1', /needs a name/],
    ['pkg:generic/a/@1', /needs a name/],
    ['pkg:generic/a%zz', /percent sign at character 14/],
    ['pkg:generic/a?b=%f', /percent sign at character 17/],
    ['pkg:generic/%ff', /at character 13 are not UTF-8/],
    ['pkg:generic/a%2Fb/c', /segment at character 13 has an encoded slash/],
    ['pkg:generic/a#b/c%2fd', /segment at character 17 has an encoded slash/],
    ['pkg:generic/a?b=1&b=2', /"b" is there twice/],
    ['pkg:generic/a?1=1', /The key "1"/],
    ['pkg:generic/a?b%20c=1', /The key "b%20c"/],
    ['pkg:generic/a?B=1', /"B" of a qualifier at character 15 has capitals/],
    ['pkg:generic/a\nb', /control characters: there is one at character 14/],
    ['pkg:generic/a%00b', /control characters/],
  ] as const)('[PURL-3] %s is refused with what is wrong and where', ([text, reason]) => {
    expect(reasonOf(text)).toMatch(reason)
  })

  test('[PURL-4] components are built by the same rules', () => {
    const built = buildPurl({
      type: 'PyPI',
      namespace: '',
      name: '/Foo_Bar/',
      version: null,
      qualifiers: { File_Name: 'a', b: '' },
    })
    expect(built.ok && formatPurl(built.value)).toBe('pkg:pypi/foo-bar?file_name=a')
    expect(buildPurl({ type: 'npm', name: '\ud800' })).toMatchObject({ ok: false })
    expect(buildPurl({ type: 'npm', name: 'a'.repeat(maxPurlLength) })).toMatchObject({ ok: false })
    expect(buildPurl({ type: 'generic', name: 'a', qualifiers: { A: '1', a: '2' } })).toMatchObject({ ok: false })
  })
})

describe('types', () => {
  test.for([
    ['pkg:deb/Debian/CURL@7.50.3-1%2Bb1', 'pkg:deb/debian/curl@7.50.3-1%2Bb1'],
    ['pkg:rpm/Fedora/PackageKit@1', 'pkg:rpm/fedora/PackageKit@1'],
    ['pkg:pypi/Foo_Bar@1.0.RC1', 'pkg:pypi/foo-bar@1.0.rc1'],
    ['pkg:pub/Foo-Bar@1', 'pkg:pub/foo_bar@1'],
    ['pkg:hackage/foo_bar@1', 'pkg:hackage/foo-bar@1'],
    ['pkg:cpan/drolsky/DateTime@1', 'pkg:cpan/DROLSKY/DateTime@1'],
    ['pkg:golang/github.com/BurntSushi/toml@v1', 'pkg:golang/github.com/BurntSushi/toml@v1'],
    ['pkg:git/gitlab.gnome.org/GNOME/adwaita-fonts', 'pkg:git/gitlab.gnome.org/GNOME/adwaita-fonts'],
    ['pkg:git/GitHub.com/Foo/Bar', 'pkg:git/github.com/foo/bar'],
    ['pkg:oci/Debian@SHA256:AB', 'pkg:oci/debian@sha256:ab'],
    [
      'pkg:swid/Acme/example.com/Server@1?tag_id=75B8C285-FA7B-485B-B199-4745E3004D0D',
      'pkg:swid/Acme/example.com/Server@1?tag_id=75b8c285-fa7b-485b-b199-4745e3004d0d',
    ],
  ])('[PURL-6] %s is %s', ([text, wanted]) => {
    expect(canonical(text!)).toBe(wanted)
  })

  test.for([
    ['pkg:deb/curl@1', /"deb" needs a namespace/],
    ['pkg:cargo/a/b@1', /"cargo" has no namespace, and this one has "a"/],
    ['pkg:julia/Dates@1', /needs the qualifier "uuid"/],
    ['pkg:swid/a@1', /needs the qualifier "tag_id"/],
    ['pkg:swid/a/b/c/d@1?tag_id=x', /more than two segments/],
    ['pkg:cocoapods/a%2Bb@1', /plus sign/],
    ['pkg:cpan/A::B', /that of a module/],
    ['pkg:yocto/core/glibc@2?repository_url=example.org/x', /does not begin with https/],
  ] as const)('[PURL-7] %s is refused', ([text, reason]) => {
    expect(reasonOf(text)).toMatch(reason)
  })

  test.for([
    ['pkg:golang/stdlib@1.21', /needs a namespace/],
    ['pkg:maven/a/b@1?Type=pom', /"Type" of a qualifier/],
    ['pkg:npm/a?mediaType=x', /"mediaType"/],
    ['pkg:cargo/a/b@1', /has no namespace/],
  ] as const)('[PURL-8] %s of a document is read, and its deviation stated', ([text, deviation]) => {
    const read = readPurl(text)
    expect(read.ok && read.value.deviations).toEqual([expect.stringMatching(deviation)])
    expect(parsePurl(text).ok).toBe(false)
  })
})

describe('hostile input', () => {
  test.for([
    'a'.repeat(1_000_000),
    `pkg:generic/${'/'.repeat(8_000)}`,
    `pkg:generic/${'@'.repeat(8_000)}`,
    `pkg:generic/a?${'&'.repeat(8_000)}`,
    `pkg:generic/a?${'a=1&'.repeat(2_000)}`,
    `pkg:generic/a#${'../'.repeat(2_500)}`,
    `pkg:${'/'.repeat(8_000)}`,
    `pkg:generic/${'%'.repeat(8_000)}`,
    'pkg:generic/__proto__?constructor=1',
    'pkg:__proto__/a',
    'pkg:constructor/a',
  ])('[PURL-9] %.30s … ends at once', (text) => {
    const read = readPurl(text)
    if (read.ok) expect(readPurl(formatPurl(read.value.purl))).toMatchObject({ ok: true })
    else expect(read.reason.length).toBeLessThan(maxPurlLength + 200)
  })

  test('[PURL-5] whatever is read is formatted and read again as the same', () => {
    const random = createRandom(17)
    const pieces = [
      'pkg:',
      'npm',
      'git',
      'pypi',
      'cpan',
      '/',
      '@',
      '?',
      '#',
      '=',
      '&',
      '%41',
      '%2F',
      'a',
      'B',
      '.',
      '_',
      'ü',
    ]
    let readable = 0
    for (let round = 0; round < 5_000; round += 1) {
      const parts = Array.from({ length: random(12) }, () => pieces[random(pieces.length)])
      const read = readPurl(`pkg:${pieces[1 + random(4)]}/${parts.join('')}`)
      if (!read.ok) continue
      readable += 1
      const text = formatPurl(read.value.purl)
      const again = readPurl(text)
      expect(again.ok && formatPurl(again.value.purl), `${parts.join('')} ${text}`).toBe(text)
    }
    expect(readable).toBeGreaterThan(500)
  })
})
