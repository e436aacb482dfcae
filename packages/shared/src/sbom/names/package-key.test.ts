import { describe, expect, test } from 'vitest'
import { packageKeysOf, versionOf } from './package-key.ts'
import { gitRepository, normalizedPackageName } from './package-names.ts'

/** The keys of a purl, as `ecosystem name version`. */
function keys(purl: string, more: Parameters<typeof packageKeysOf>[0] = {}, distro?: string): string[] {
  return packageKeysOf({ purl, ...more }, { distro }).keys.map((key) =>
    [key.ecosystem, key.name, key.version].filter((part) => part !== undefined).join(' '),
  )
}

const problems = (purl: string | undefined, more = {}): string[] =>
  packageKeysOf({ purl, ...more }).problems.map(({ code }) => code)

describe('packages of registries', () => {
  test.for([
    ['pkg:npm/%40angular/animation@12.3.1', 'npm @angular/animation 12.3.1'],
    ['pkg:pypi/Zope.Interface@5.0', 'PyPI zope-interface 5.0'],
    ['pkg:maven/org.apache.commons/io@1.3.4?type=jar', 'Maven org.apache.commons:io 1.3.4'],
    ['pkg:golang/github.com/BurntSushi/toml@v1.2.0', 'Go github.com/BurntSushi/toml v1.2.0'],
    ['pkg:golang/stdlib@1.21.5', 'Go stdlib 1.21.5'],
    ['pkg:cargo/rand@0.7.2', 'crates.io rand 0.7.2'],
    ['pkg:nuget/Newtonsoft.Json@13.0.1', 'NuGet newtonsoft.json 13.0.1'],
    ['pkg:gem/rails@7.0.0', 'RubyGems rails 7.0.0'],
    ['pkg:composer/Laravel/Laravel@5.5.0', 'Packagist laravel/laravel 5.5.0'],
    ['pkg:hex/jason@1.1.2', 'Hex jason 1.1.2'],
    ['pkg:julia/XML2_jll@2.9.1?uuid=02c8fc9c-b97f-50b9-bbe4-9be30ff0a78a', 'Julia XML2_jll 2.9.1'],
    ['pkg:bitnami/wordpress@6.2.0', 'Bitnami wordpress 6.2.0'],
    ['pkg:conan/openssl.org/openssl@3.0.3', 'ConanCenter openssl 3.0.3'],
    ['pkg:swift/github.com/Alamofire/Alamofire@5.4.3', 'SwiftURL github.com/alamofire/alamofire 5.4.3'],
  ])('[PACKAGE-KEY-2] %s', ([purl, key]) => {
    expect(keys(purl!)[0]).toBe(key)
  })

  test('[PACKAGE-KEY-2] names that an ecosystem takes as equal have one spelling', () => {
    expect(normalizedPackageName('PyPI', 'Foo__bar.-Baz')).toBe('foo-bar-baz')
    expect(normalizedPackageName('Root:PyPI', 'Foo_Bar')).toBe('foo-bar')
    expect(normalizedPackageName('NuGet', 'A.B')).toBe('a.b')
    expect(normalizedPackageName('npm', 'JSONStream')).toBe('JSONStream')
    expect(normalizedPackageName('SwiftURL', 'https://github.com/Vapor/vapor.git')).toBe('github.com/vapor/vapor')
    expect(normalizedPackageName('GIT', 'git://GitHub.com/a/B.git')).toBe('https://github.com/a/b')
  })
})

describe('packages of distributions', () => {
  test.for([
    ['pkg:deb/debian/curl@7.50.3-1?arch=i386&distro=jessie', ['Debian:8 curl 7.50.3-1']],
    ['pkg:deb/debian/curl@7.50.3-1?distro=debian-12.5', ['Debian:12 curl 7.50.3-1']],
    ['pkg:deb/debian/curl@7.50.3-1?distro=debian-bookworm', ['Debian:12 curl 7.50.3-1']],
    ['pkg:deb/ubuntu/acl@2.2.52-1?distro=ubuntu-14.04', ['Ubuntu:14.04:LTS acl', 'Ubuntu:Pro:14.04:LTS acl']],
    ['pkg:deb/ubuntu/netty@1?distro=esm-infra-legacy/trusty', ['Ubuntu:14.04:LTS netty', 'Ubuntu:Pro:14.04:LTS netty']],
    ['pkg:deb/ubuntu/netty@1?distro=questing', ['Ubuntu:25.10 netty']],
    ['pkg:apk/alpine/musl@1.2?distro=3.18.4', ['Alpine:v3.18 musl']],
    ['pkg:apk/alpine/musl@1.2?distro=alpine-v3.6.2', ['Alpine:v3.6 musl']],
    ['pkg:apk/wolfi/musl@1.2', ['Wolfi musl']],
    ['pkg:rpm/almalinux/git@2.1-1.el9?distro=almalinux-9.3', ['AlmaLinux:9 git']],
    ['pkg:rpm/rocky-linux/firefox@1?distro=rocky-linux-8-4-legacy&epoch=0', ['Rocky Linux:8 firefox 0:1']],
    ['pkg:rpm/redhat/git-lfs@2.13-1.el8_6?distro=rhel-8.6', ['Red Hat git-lfs']],
    ['pkg:rpm/opensuse/curl@8?distro=opensuse-leap-15.5', ['openSUSE:Leap 15.5 curl']],
    ['pkg:rpm/opensuse/curl@8?distro=opensuse-tumbleweed-20240101', ['openSUSE:Tumbleweed curl']],
    ['pkg:rpm/suse/curl@8?distro=sles-15.5', ['SUSE:Linux Enterprise Server 15 SP5 curl']],
    ['pkg:rpm/openeuler/curl@8?distro=openEuler-22.03-LTS-SP1', ['openEuler:22.03-LTS-SP1 curl']],
    ['pkg:rpm/mariner/curl@8?distro=mariner-2.0', ['Azure Linux:2 curl']],
    ['pkg:rpm/photon/curl@8?distro=photon-5.0', ['Photon OS:5.0 curl']],
  ] as const)('[PACKAGE-KEY-3] %s', ([purl, wanted]) => {
    const found = keys(purl).slice(0, wanted.length)
    expect(found.map((key, index) => key.startsWith(wanted[index]!))).toEqual(wanted.map(() => true))
  })

  test('[PACKAGE-KEY-4] the release is in the tag of an rpm, or stated for the whole document', () => {
    expect(keys('pkg:rpm/almalinux/git@2.1-1.el9_3')).toEqual(['AlmaLinux:9 git 2.1-1.el9_3'])
    expect(packageKeysOf({ purl: 'pkg:rpm/redhat/git@2.1-1.el8_6' }).keys).toMatchObject([{ release: '8' }])
    expect(keys('pkg:deb/debian/curl@1', {}, 'debian-11')).toEqual(['Debian:11 curl 1'])
    expect(keys('pkg:deb/debian/curl@1?distro=buster', {}, 'debian-11')).toEqual(['Debian:10 curl 1'])
    expect(keys('pkg:deb/curl@1', {}, 'debian-11')).toEqual(['Debian:11 curl 1'])
    expect(problems('pkg:deb/ubuntu/curl@1')).toEqual(['no distro'])
    expect(keys('pkg:deb/ubuntu/curl@1', {}, 'debian-11'), 'another distribution').toEqual([])
  })

  test('[PACKAGE-KEY-5] the source package comes first, with its own version', () => {
    expect(keys('pkg:deb/debian/libc6@2.31-13?distro=bullseye&upstream=glibc')).toEqual([
      'Debian:11 glibc 2.31-13',
      'Debian:11 libc6 2.31-13',
    ])
    expect(keys('pkg:deb/debian/gcc-10-base@10.2-6?distro=bullseye&upstream=gcc%4010.1-1')[0]).toBe(
      'Debian:11 gcc 10.1-1',
    )
    expect(
      keys('pkg:rpm/rocky/openssl-libs@3.0.7-1.el9?distro=rocky-9&epoch=1&upstream=openssl-3.0.7-1.el9.src.rpm'),
    ).toEqual(['Rocky Linux:9 openssl 1:3.0.7-1.el9', 'Rocky Linux:9 openssl-libs 1:3.0.7-1.el9'])
    const properties = [
      { name: 'aquasecurity:trivy:SrcName', value: 'ncurses' },
      { name: 'aquasecurity:trivy:SrcVersion', value: '6.1' },
      { name: 'aquasecurity:trivy:SrcRelease', value: '1' },
      { name: 'aquasecurity:trivy:SrcEpoch', value: '2' },
    ]
    expect(keys('pkg:deb/debian/libtinfo6@6.1-1?distro=debian-10', { properties })[0]).toBe('Debian:10 ncurses 2:6.1-1')
    const origin = [{ name: 'syft:metadata:originPackage', value: 'openssl' }]
    expect(keys('pkg:apk/alpine/libcrypto3@3.1?distro=alpine-3.18', { properties: origin })[0]).toBe(
      'Alpine:v3.18 openssl 3.1',
    )
  })
})

describe('packages of sources', () => {
  test('[PACKAGE-KEY-6] repositories, the kernel and projects of OSS-Fuzz', () => {
    expect(keys('pkg:github/Mbed-TLS/mbedtls@v2.28.8')).toEqual([
      'GIT https://github.com/mbed-tls/mbedtls v2.28.8',
      'GitHub Actions mbed-tls/mbedtls v2.28.8',
    ])
    expect(keys('pkg:generic/wabt@1')).toEqual(['OSS-Fuzz wabt 1'])
    expect(keys('pkg:generic/foo@1?vcs_url=git%2Bhttps://git.example.org/x/Foo.git%40abc')).toEqual([
      'GIT https://git.example.org/x/Foo 1',
      'OSS-Fuzz foo 1',
    ])
    expect(keys('pkg:generic/linux@6.1.2')[0]).toBe('Linux Kernel 6.1.2')
    const kernel = packageKeysOf({ cpe: 'cpe:2.3:o:linux:linux_kernel:5.10.1:*:*:*:*:*:*:*' })
    expect(kernel.keys).toEqual([{ ecosystem: 'Linux', name: 'Kernel', version: '5.10.1' }])
  })

  test.for([
    ['git@github.com:Foo/Bar.git', 'https://github.com/foo/bar'],
    ['ssh://git@host.org:2222/a/B.git', 'https://host.org/a/B'],
    ['git+https://host.org/a/b@v1#x', 'https://host.org/a/b'],
    ['not an address', undefined],
    ['https://host.org/', undefined],
  ])('[PACKAGE-KEY-6] the address %s', ([address, wanted]) => {
    expect(gitRepository(address!)).toBe(wanted)
  })
})

describe('no key, and why', () => {
  test.for([
    [undefined, 'no purl'],
    ['pkg:nothing', 'invalid purl'],
    ['pkg:deb/debian/curl@1', 'no distro'],
    ['pkg:deb/curl@1', 'no distro'],
    ['pkg:deb/debian/curl@1?distro=sid', 'unknown distro'],
    ['pkg:rpm/fedora/curl@1?distro=fedora-38', 'unknown distro'],
    ['pkg:deb/raspbian/curl@1?distro=raspbian-10', 'unknown distro'],
    ['pkg:apk/alpine/curl@1?distro=alpine-edge', 'unknown distro'],
    ['pkg:npm/express', 'no version'],
    ['pkg:docker/nginx@1', 'type without ecosystem'],
    ['pkg:maven/alone@1', 'type without ecosystem'],
    ['pkg:constructor/alone@1', 'type without ecosystem'],
  ])('[PACKAGE-KEY-1] %s: %s', ([purl, problem]) => {
    expect(problems(purl)).toEqual([problem])
  })

  test('[PACKAGE-KEY-7] the version has the epoch, and falls back to that of the component', () => {
    expect(versionOf({ purl: 'pkg:rpm/fedora/centerim@4.22.10-1.el6?epoch=1' })).toBe('1:4.22.10-1.el6')
    expect(versionOf({ purl: 'pkg:deb/debian/attr@1:2.4.47-2?arch=source' })).toBe('1:2.4.47-2')
    expect(versionOf({ purl: 'pkg:npm/a', version: '2' })).toBe('2')
    expect(versionOf({ purl: 'nonsense', version: '2' })).toBe('2')
    expect(versionOf({ version: '' })).toBeUndefined()
    expect(keys('pkg:npm/a', { version: '2' })).toEqual(['npm a 2'])
  })
})

test('[PACKAGE-KEY-8] packages that Root.io rebuilt', () => {
  expect(keys('pkg:apk/alpine/rootio-libuv@1?distro=alpine-3.18')).toEqual([
    'Root:Alpine:3.18 rootio-libuv 1',
    'Alpine:v3.18 rootio-libuv 1',
  ])
  expect(keys('pkg:npm/%40rootio/ms@1')).toEqual(['Root:npm @rootio/ms 1', 'npm @rootio/ms 1'])
})
