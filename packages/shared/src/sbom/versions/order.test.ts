import { describe, expect, test } from 'vitest'
import { compareVersions, orderOf } from './order.ts'

describe('pairs of which the first is less', () => {
  test.for([
    ['VERSION-10', 'npm', '1.0.0-alpha', '1.0.0-alpha.1'],
    ['VERSION-10', 'npm', '1.0.0-alpha.beta', '1.0.0-beta'],
    ['VERSION-10', 'npm', '1.0.0-beta.2', '1.0.0-beta.11'],
    ['VERSION-10', 'npm', '1.0.0-rc.1', '1.0.0'],
    ['VERSION-10', 'npm', '1.0.0-1', '1.0.0--'],
    ['VERSION-10', 'Go', 'v1.2.3-0.20200101000000-0123456789ab', 'v1.2.3'],
    ['VERSION-10', 'Go', 'v0.0.0-20200101000000-ffffffffffff', 'v0.0.0-20210101000000-000000000000'],
    ['VERSION-10', 'Go', '1.2', 'v1.2.1'],
    ['VERSION-10', 'crates.io', '1.0.0', '999999999999999999999999.0.0'],
    ['VERSION-10', 'crates.io', '1.2.3.4', '1.2.3'],
    ['VERSION-10', 'Pub', '1.0.0', '1.0.0+1'],
    ['VERSION-10', 'Pub', '1.0.0+9', '1.0.0+10'],
    ['VERSION-10', 'Julia', '3.0.16+0', '3.0.16+1'],
    ['VERSION-10', 'Echo:npm', '4.17.21', '4.17.21+echo.1'],
    ['VERSION-10', 'Bitnami', '1.0.0beta', '1.0.0'],
    ['VERSION-12', 'NuGet', '1.0.0-BETA', '1.0.0-beta.1'],
    ['VERSION-12', 'NuGet', '1.0.0', '1.0.0.1-alpha'],
    ['VERSION-12', 'NuGet', '1.0.0-rc.9', '1.0.0-rc.10'],
    ['VERSION-13', 'RubyGems', '1.0.a10', '1.0'],
    ['VERSION-13', 'RubyGems', '1.0.a9', '1.0.a.10'],
    ['VERSION-13', 'RubyGems', '1.0-1', '1.0'],
    ['VERSION-14', 'Packagist', 'dev-main', '0.1'],
    ['VERSION-14', 'Packagist', '1.0-unknown', '1.0-dev'],
    ['VERSION-14', 'Packagist', '1.0-beta2', '1.0RC1'],
    ['VERSION-14', 'Packagist', '1.0', 'v1.0pl1'],
    ['VERSION-14', 'Packagist', '1.0', '1.0.0'],
    ['VERSION-15', 'Hackage', '1.2', '1.2.0'],
    ['VERSION-15', 'CRAN', '0.1-1', '0.1.4'],
    ['VERSION-15', 'Bioconductor', '1.50.0', '1.50.0.1'],
    ['VERSION-16', 'Linux', '6.1-rc3', 'v6.1'],
    ['VERSION-16', 'Linux', '5.10.9', '5.10.100'],
    ['VERSION-16', 'GHC', '9.8.1-alpha4', '9.8.1-rc1'],
    ['VERSION-17', 'PyPI', '1.0.dev1', '1.0a1.dev1'],
    ['VERSION-17', 'PyPI', '1.0a1.post1.dev2', '1.0a1.post1'],
    ['VERSION-17', 'PyPI', '1.0rc1', '1.0'],
    ['VERSION-17', 'PyPI', '1.0', '1.0.post1.dev1'],
    ['VERSION-17', 'PyPI', '1.0', '1.0+local'],
    ['VERSION-17', 'PyPI', '1.0+abc', '1.0+5'],
    ['VERSION-17', 'PyPI', '2026.1', '1!0.1'],
    ['VERSION-17', 'PyPI', '99-not-a-version', '0.dev0'],
    ['VERSION-17', 'PyPI', '1.0-alfa.9', '1.0-alfa.10'],
    ['VERSION-18', 'Maven', '1-alpha-1', '1-beta-1'],
    ['VERSION-18', 'Maven', '1-SNAPSHOT', '1'],
    ['VERSION-18', 'Maven', '1', '1-sp'],
    ['VERSION-18', 'Maven', '1-sp', '1-unknown'],
    ['VERSION-18', 'Maven', '1-unknown', '1-1'],
    ['VERSION-18', 'Maven', '1-1', '1.1'],
    ['VERSION-18', 'Maven', '1.foo', '1-foo'],
    ['VERSION-2', 'Maven', '1.0.0', '1.0.0 Final'],
    ['VERSION-19', 'Root:npm', '1.0.0', '1.0.0.root.io.1'],
    ['VERSION-19', 'Root:PyPI', '1.0.0+root.io.9', '1.0.0+root.io.10'],
    ['VERSION-19', 'Root:Debian:12', '1.0-1.root.io.2', '1.0-2'],
    ['VERSION-19', 'Root:Alpine:3.18', '1.0-r10071', '1.0-r10072'],
    ['VERSION-20', 'Debian:12', '1.0~rc1-1', '1.0-1'],
    ['VERSION-20', 'Debian', '1.0-1', '1.0-1+deb12u1'],
    ['VERSION-20', 'Debian', '1.0-1~bpo1', '1.0-1'],
    ['VERSION-20', 'Debian', '9:1', '10:0'],
    ['VERSION-20', 'Ubuntu:22.04:LTS', '3.0.2-0ubuntu1.9', '3.0.2-0ubuntu1.10'],
    ['VERSION-20', 'Echo', '1.0a', '1.0+'],
    ['VERSION-20', 'opam', '1.0~beta', '1.0'],
    ['VERSION-20', 'opam', 'v0.9.0', 'v0.15.0'],
    ['VERSION-21', 'Red Hat:enterprise_linux:9', '1.0~rc1', '1.0'],
    ['VERSION-21', 'AlmaLinux:9', '1.0', '1.0^git1'],
    ['VERSION-21', 'Rocky Linux', '1.0^git1', '1.0.1'],
    ['VERSION-21', 'SUSE', '1.0a', '1.0.1'],
    ['VERSION-21', 'openSUSE:Leap 15.6', '2:1.0-1', '10:0.1-1'],
    ['VERSION-21', 'Photon OS:5.0', '3.0.16-9.ph5', '3.0.16-10.ph5'],
    ['VERSION-22', 'Alpine:v3.18', '1.2_alpha1', '1.2_rc1'],
    ['VERSION-22', 'Alpine:v3.18', '1.2_rc1', '1.2'],
    ['VERSION-22', 'Wolfi', '1.2', '1.2_p1'],
    ['VERSION-22', 'Chainguard', '1.2', '1.2-r0'],
    ['VERSION-22', 'MinimOS', '1.2a', '1.2.1'],
    ['VERSION-22', 'Alpaquita', '1.01', '1.1'],
    ['VERSION-22', 'CleanStart', '1.2', '1.2.0'],
    ['VERSION-22', 'BellSoft Hardened Containers:23', '1.2~1234', '1.2~2345'],
    ['VERSION-22', 'Alpine', '1.2_unknown', '1.2'],
  ] as const)('[%s] %s: %s, %s', ([, ecosystem, less, greater]) => {
    expect(compareVersions(ecosystem, less, greater)).toBe(-1)
    expect(compareVersions(ecosystem, greater, less)).toBe(1)
  })
})

describe('pairs of equal versions', () => {
  test.for([
    ['VERSION-10', 'npm', 'v1.2.3', ' =1.2.3 '],
    ['VERSION-10', 'npm', '1.2.3+a', '1.2.3+b'],
    ['VERSION-10', 'SwiftURL', '1.2', '1.2.0'],
    ['VERSION-12', 'NuGet', '1.0', '1.0.0.0'],
    ['VERSION-12', 'NuGet', '1.0.01-A+x', '1.0.1-a'],
    ['VERSION-13', 'RubyGems', '1.0.a2', '1.a.2.0'],
    ['VERSION-14', 'Packagist', '1.0-beta2', 'V1.0b2'],
    ['VERSION-16', 'Linux', '6.1', '6.1.0'],
    ['VERSION-17', 'PyPI', '1.0', 'v1'],
    ['VERSION-17', 'PyPI', '1.0-ALPHA', '1.0a0'],
    ['VERSION-17', 'PyPI', '1.0-1', '1.0.rev1'],
    ['VERSION-18', 'Maven', '1', '1release'],
    ['VERSION-18', 'Maven', '1.0.0', '1-final'],
    ['VERSION-18', 'Maven', '1a1', '1-alpha-1'],
    ['VERSION-18', 'Maven', '1-cr2', '1rc2'],
    ['VERSION-20', 'Debian', '1.0', '0:1.0-0'],
    ['VERSION-20', 'Debian', '1.01', '1.1'],
    ['VERSION-21', 'Mageia', '1.0_1', '1.0.01'],
    ['VERSION-21', 'openEuler', '1.0', '0:1.0'],
    ['VERSION-22', 'Alpine', '1-r', '1-r0'],
  ] as const)('[%s] %s: %s, %s', ([, ecosystem, a, b]) => {
    expect(compareVersions(ecosystem, a, b)).toBe(0)
    expect(compareVersions(ecosystem, b, a)).toBe(0)
  })
})

test.for([
  ['npm', 'latest'],
  ['npm', '1.x'],
  ['npm', '1.2.'],
  ['npm', '1.0.0-a..b'],
  ['npm', '1.0.0-'],
  ['npm', '9007199254740992.0.0'],
  ['Go', ''],
  ['Pub', '1 2'],
  ['NuGet', '1.2.3.4.5'],
  ['RubyGems', 'a.b'],
  ['Packagist', '1.0 beta'],
  ['Hackage', '1.2-rc1'],
  ['CRAN', '1.2a'],
  ['Linux', 'next-20260101'],
  ['PyPI', ' '],
  ['Maven', ''],
  ['Debian', '1_0'],
  ['Debian', 'a:1.0'],
  ['Debian', '1:'],
  ['opam', '1:0'],
  ['Red Hat', '1 0'],
  ['Alpine', ''],
] as const)('[VERSION-2] %s does not read "%s"', ([ecosystem, text]) => {
  expect(orderOf(ecosystem)!.parse(text)).toBeUndefined()
  expect(compareVersions(ecosystem, text, '1.0')).toBeUndefined()
  expect(compareVersions(ecosystem, '1.0', text)).toBeUndefined()
})

test.for([
  'Android',
  'ConanCenter',
  'OSS-Fuzz',
  'FreeBSD:ports',
  'GIT',
  'Root',
  'TuxCare',
  'TuxCare:9',
  'toString',
  '',
])('[VERSION-1] "%s" has no order', (ecosystem) => {
  expect(orderOf(ecosystem)).toBeUndefined()
  expect(compareVersions(ecosystem, '1', '1')).toBeUndefined()
})

test.for([
  ['PYPI', 'pypi'],
  ['TuxCare:Alpine:v3.16', 'apk'],
  ['Echo:PyPI', 'pypi'],
  ['Echo:12', 'dpkg'],
  ['Maven:https://maven.google.com', 'maven'],
  ['Azure Linux:3', 'rpm'],
] as const)('[VERSION-1] %s has the order %s', ([ecosystem, order]) => {
  expect(orderOf(ecosystem)?.name).toBe(order)
})
