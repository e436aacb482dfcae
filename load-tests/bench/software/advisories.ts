import type { Advisory } from '@carapace/shared/vulnerability/advisories/advisory'
import { randomFrom } from '../../fleet/random.ts'

/** Packages that advisories are about, and how the versions of each ecosystem look. */
const ecosystems = ['npm', 'PyPI', 'Maven', 'crates.io', 'Debian:12', 'Alpine:v3.20', 'CPE'] as const
/** The package that very many component versions are of. */
export const popular = { name: 'popular-package', versions: 44_000 }

/** Advisories on 100,000 packages of seven ecosystems, the same each time. */
export function* generatedAdvisories(count: number): Generator<Advisory> {
  const random = randomFrom(11)
  for (let number = 0; number < count; number++) {
    const ecosystem = ecosystems[number % ecosystems.length]!
    const name = `package-${Math.floor(random() * 100_000)}`
    const fixed = `${1 + Math.floor(random() * 4)}.${Math.floor(random() * 20)}.0`
    const id = number % 2 === 0 ? `CVE-2025-${100_000 + number}` : `GHSA-bench-${number}`
    const aliases = number % 2 === 0 ? [] : [`CVE-2025-${100_000 + number - 1}`]
    yield ecosystem === 'CPE'
      ? cpeAdvisory(id, aliases, name, fixed)
      : packageAdvisory(id, aliases, ecosystem, name, fixed)
  }
}

/** An advisory on all versions of a package of npm before 2.0.0. */
export function newAdvisory(number: number, name: string): Advisory {
  return packageAdvisory(`CVE-2026-${900_000 + number}`, [], 'npm', name, '2.0.0')
}

function packageAdvisory(id: string, aliases: string[], ecosystem: string, name: string, fixed: string): Advisory {
  const ranges = [{ type: 'ECOSYSTEM' as const, events: [{ introduced: '0' }, { fixed }] }]
  return { ...empty(id, aliases), packages: [{ ecosystem, name, ranges, versions: [], status: 'affected' }] }
}

function cpeAdvisory(id: string, aliases: string[], name: string, fixed: string): Advisory {
  const match = { cpe: `cpe:2.3:a:vendor:${name}:*:*:*:*:*:*:*:*`, vulnerable: true, endExcluding: fixed }
  const configurations = [{ operator: 'OR' as const, negate: false, matches: [match], children: [] }]
  return { ...empty(id, aliases), source: 'NVD', configurations }
}

function empty(id: string, aliases: string[]): Advisory {
  return {
    source: 'OSV',
    id,
    aliases,
    related: [],
    title: `A flaw of the parser: ${id}`,
    description: 'A crafted input overruns a buffer. '.repeat(20),
    modified: '2026-01-01T00:00:00.000Z',
    published: '2025-12-01T00:00:00.000Z',
    scores: [{ vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', source: 'nvd@nist.gov', primary: true }],
    cwes: ['CWE-787'],
    references: [{ type: 'WEB', url: `https://vendor.example/${id}` }],
    packages: [],
    configurations: [],
    ssvc: {},
    ignored: [],
  }
}
