import { alpm } from './alpm.ts'
import { apk } from './apk.ts'
import { conan } from './conan.ts'
import { datetime } from './datetime.ts'
import { debian, opam } from './debian.ts'
import type { VersionOrder } from './define-order.ts'
import { gentoo } from './gentoo.ts'
import { lexicographic } from './lexicographic.ts'
import { maven } from './maven.ts'
import { cran, hackage, intdot } from './numbers.ts'
import { nuget } from './nuget.ts'
import { openssl } from './openssl.ts'
import { packagist } from './packagist.ts'
import { pypi } from './pypi.ts'
import { rpm } from './rpm.ts'
import { rubygems } from './rubygems.ts'
import { npm, semver, semverWithBuild } from './semver.ts'

/** The orders by VERS' name of the type, which is the type of the purl for most. */
const orders: Readonly<Record<string, VersionOrder>> = {
  npm,
  semver,
  golang: semver,
  cargo: semver,
  swift: semver,
  hex: semver,
  bitnami: semver,
  github: semver,
  apache: semver,
  mozilla: semver,
  mattermost: semver,
  nginx: semver,
  'vscode-extension': semver,
  pub: semverWithBuild,
  julia: semverWithBuild,
  pypi,
  maven,
  nuget,
  gem: rubygems,
  composer: packagist,
  hackage,
  cran,
  opam,
  deb: debian,
  rpm,
  apk,
  alpine: apk,
  alpm,
  arch: alpm,
  ebuild: gentoo,
  gentoo,
  conan,
  openssl,
  intdot,
  datetime,
  lexicographic,
}

/** Returns how a VERS type orders its versions, or undefined for types without a published order (VERSION-40). */
export function orderOfType(type: string): VersionOrder | undefined {
  return Object.hasOwn(orders, type) ? orders[type] : undefined
}
