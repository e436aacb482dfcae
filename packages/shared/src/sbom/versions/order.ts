import type { Sign, VersionOrder } from './define-order.ts'
import { apk } from './apk.ts'
import { debian, opam } from './debian.ts'
import { maven } from './maven.ts'
import { nuget } from './nuget.ts'
import { cran, hackage, linux } from './numbers.ts'
import { packagist } from './packagist.ts'
import { pypi } from './pypi.ts'
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
  ghc: hackage,
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
  linux,
}

/** Ecosystems that repackage another one, which is the next part of their name: `Root:Alpine:3.18`, `TuxCare:PyPI`. */
const wrappers = new Set(['root', 'tuxcare'])

/**
 * Returns how an ecosystem of OSV orders its versions, or undefined where no order is published (VERSION-1).
 * What follows a colon (`Debian:12`, `Alpine:v3.18`) doesn't change the order, and case doesn't matter.
 */
export function orderOf(ecosystem: string): VersionOrder | undefined {
  const [name = '', inner = ''] = ecosystem.toLowerCase().split(':', 2)
  const key = (wrappers.has(name) ? inner : name).trim()
  return Object.hasOwn(orders, key) ? orders[key] : undefined
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
