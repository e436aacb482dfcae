import { compareVersions } from '@carapace/shared/sbom/versions/order'

/** The ecosystems by the types of purls; others are compared as dotted numbers are. */
const ecosystems: Readonly<Record<string, string>> = {
  npm: 'npm',
  pypi: 'PyPI',
  golang: 'Go',
  cargo: 'crates.io',
  nuget: 'NuGet',
  gem: 'RubyGems',
  composer: 'Packagist',
  maven: 'Maven',
  hex: 'Hex',
  pub: 'Pub',
  hackage: 'Hackage',
  cran: 'CRAN',
  opam: 'opam',
  swift: 'SwiftURL',
  deb: 'Debian',
  rpm: 'Red Hat',
  apk: 'Alpine',
}

/** Orders two versions of a purl type; undefined: not comparable. */
export function orderVersions(type: string, a: string, b: string): number | undefined {
  const ecosystem = Object.hasOwn(ecosystems, type) ? ecosystems[type]! : undefined
  return ecosystem === undefined ? orderNumbers(a, b) : compareVersions(ecosystem, a, b)
}

/** Versions that are dotted numbers, such as 1.10.2; undefined: one of them is not. */
function orderNumbers(a: string, b: string): number | undefined {
  const dotted = /^v?\d{1,9}(?:\.\d{1,9}){0,8}$/
  if (!dotted.test(a) || !dotted.test(b)) return undefined
  const [first, second] = [a, b].map((text) => text.replace('v', '').split('.').map(Number)) as [number[], number[]]
  for (let at = 0; at < Math.max(first.length, second.length); at++) {
    const difference = (first[at] ?? 0) - (second[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
