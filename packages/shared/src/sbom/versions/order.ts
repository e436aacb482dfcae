import type { Sign, VersionOrder } from './define-order.ts'
import { apk } from './apk.ts'
import { debian, opam } from './debian.ts'
import { maven } from './maven.ts'
import { nuget } from './nuget.ts'
import { cran, hackage, phased } from './numbers.ts'
import { packagist } from './packagist.ts'
import { pypi } from './pypi.ts'
import { rebuiltByRoot } from './root.ts'
import { rpm } from './rpm.ts'
import { rubygems } from './rubygems.ts'
import { npm, semver, semverWithBuild } from './semver.ts'

export type { ParsedVersion, Sign, VersionOrder } from './define-order.ts'

/** The orders by OSV's name of the ecosystem, in lower case. */
const orders: Readonly<Record<string, VersionOrder>> = {
  npm,
  go: semver,
  'crates.io': semver,
  swifturl: semver,
  hex: semver,
  bitnami: semver,
  'github actions': semver,
  'docker hardened images': semver,
  vscode: semver,
  kubernetes: semver,
  julia: semverWithBuild,
  pub: semverWithBuild,
  pypi,
  maven,
  nuget,
  rubygems,
  packagist,
  hackage,
  ghc: phased,
  cran,
  bioconductor: cran,
  opam,
  debian,
  ubuntu: debian,
  echo: debian,
  'red hat': rpm,
  almalinux: rpm,
  'rocky linux': rpm,
  suse: rpm,
  opensuse: rpm,
  mageia: rpm,
  openeuler: rpm,
  'azure linux': rpm,
  'photon os': rpm,
  alpine: apk,
  wolfi: apk,
  chainguard: apk,
  minimos: apk,
  alpaquita: apk,
  'bellsoft hardened containers': apk,
  cleanstart: apk,
  linux: phased,
}

/** The orders of Echo's rebuilt packages; `Echo` alone and `Echo:…` of other names are Debian's. */
const echoOrders: Readonly<Record<string, VersionOrder>> = { pypi, maven, npm: semverWithBuild }

const rootOrders: Readonly<Record<string, VersionOrder>> = Object.fromEntries(
  Object.entries(orders).map(([name, order]) => [name, rebuiltByRoot(order)]),
)

/**
 * Returns how an ecosystem of OSV orders its versions, or undefined where no order is published (VERSION-1).
 * What follows a colon (`Debian:12`, `Alpine:v3.18`) doesn't change the order, and case doesn't matter. Root and
 * TuxCare have the order of the ecosystem that follows their name.
 */
export function orderOf(ecosystem: string): VersionOrder | undefined {
  const [name = '', inner = ''] = ecosystem.toLowerCase().split(':', 2)
  if (name === 'root') return own(rootOrders, inner)
  if (name === 'tuxcare') return own(orders, inner)
  return (name === 'echo' ? own(echoOrders, inner) : undefined) ?? own(orders, name)
}

function own(table: Readonly<Record<string, VersionOrder>>, name: string): VersionOrder | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/**
 * Compares two versions of an ecosystem. Undefined if the ecosystem has no order or one of the versions can't be read
 * in it (VERSION-2): they are then not comparable, which is no answer to "is it affected?".
 */
export function compareVersions(ecosystem: string, a: string, b: string): Sign | undefined {
  const order = orderOf(ecosystem)
  const first = order?.parse(a)
  const second = order?.parse(b)
  return order && first && second ? order.compare(first, second) : undefined
}
