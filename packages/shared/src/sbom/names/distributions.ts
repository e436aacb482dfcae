/** A distribution whose packages OSV lists, and how its releases are written there. */
export interface Distribution {
  /** The id of os-release(5). */
  readonly id: string
  /** Other names of it: namespaces of purls, ids of variants. */
  readonly aliases: readonly string[]
  /** The type of its purls. */
  readonly packaging: 'deb' | 'rpm' | 'apk'
  /** The ecosystems of a release with their suffix, the plainest first; undefined if there are none. */
  readonly ecosystemsOf: (release: string | undefined) => readonly string[] | undefined
  /** Whether its ecosystem has no releases. */
  readonly isRolling?: boolean
}

/** A distribution with the release that a text names. */
export interface DistributionRelease {
  readonly distribution: Distribution
  /** Such as `12`, `22.04` or `3.18.4`; undefined where the text names no release. */
  readonly release: string | undefined
}

/** Debian's code names and their numbers. */
const debianCodeNames: Readonly<Record<string, string>> = {
  woody: '3.0',
  sarge: '3.1',
  etch: '4.0',
  lenny: '5.0',
  squeeze: '6.0',
  wheezy: '7',
  jessie: '8',
  stretch: '9',
  buster: '10',
  bullseye: '11',
  bookworm: '12',
  trixie: '13',
  forky: '14',
}

/** Ubuntu's code names and their numbers. */
const ubuntuCodeNames: Readonly<Record<string, string>> = {
  lucid: '10.04',
  precise: '12.04',
  trusty: '14.04',
  utopic: '14.10',
  vivid: '15.04',
  wily: '15.10',
  xenial: '16.04',
  yakkety: '16.10',
  zesty: '17.04',
  artful: '17.10',
  bionic: '18.04',
  cosmic: '18.10',
  disco: '19.04',
  eoan: '19.10',
  focal: '20.04',
  groovy: '20.10',
  hirsute: '21.04',
  impish: '21.10',
  jammy: '22.04',
  kinetic: '22.10',
  lunar: '23.04',
  mantic: '23.10',
  noble: '24.04',
  oracular: '24.10',
  plucky: '25.04',
  questing: '25.10',
  resolute: '26.04',
}

/** The products of SUSE that are one code base: an advisory names the one whose repository has the package. */
const suseModules = [
  'Server',
  'Module for Basesystem',
  'Module for Server Applications',
  'Module for Development Tools',
  'Module for Web and Scripting',
  'Module for Python 3',
  'Module for Containers',
  'Module for Legacy',
  'Module for Package Hub',
  'Desktop',
]

/** The distributions of OSV's list of ecosystems. */
export const distributions: readonly Distribution[] = [
  { id: 'debian', aliases: ['debian_linux'], packaging: 'deb', ecosystemsOf: debian },
  { id: 'ubuntu', aliases: ['ubuntu_linux'], packaging: 'deb', ecosystemsOf: ubuntu },
  { id: 'echo', aliases: [], packaging: 'deb', ecosystemsOf: () => ['Echo'], isRolling: true },
  { id: 'rhel', aliases: ['redhat', 'red-hat', 'red hat'], packaging: 'rpm', ecosystemsOf: () => ['Red Hat'] },
  { id: 'almalinux', aliases: ['alma'], packaging: 'rpm', ecosystemsOf: byMajor('AlmaLinux') },
  { id: 'rocky', aliases: ['rocky-linux', 'rockylinux'], packaging: 'rpm', ecosystemsOf: byMajor('Rocky Linux') },
  { id: 'sles', aliases: ['suse', 'sled', 'sles_sap', 'sle_hpc'], packaging: 'rpm', ecosystemsOf: suse },
  { id: 'sle-micro', aliases: ['sl-micro'], packaging: 'rpm', ecosystemsOf: suseMicro },
  { id: 'opensuse-leap', aliases: ['opensuse'], packaging: 'rpm', ecosystemsOf: leap },
  {
    id: 'opensuse-tumbleweed',
    aliases: ['tumbleweed'],
    packaging: 'rpm',
    ecosystemsOf: () => ['openSUSE:Tumbleweed'],
    isRolling: true,
  },
  { id: 'mageia', aliases: [], packaging: 'rpm', ecosystemsOf: byMajor('Mageia') },
  { id: 'openeuler', aliases: [], packaging: 'rpm', ecosystemsOf: openEuler },
  { id: 'azurelinux', aliases: ['mariner', 'cbl-mariner'], packaging: 'rpm', ecosystemsOf: byMajor('Azure Linux') },
  { id: 'photon', aliases: ['photon-os', 'photonos'], packaging: 'rpm', ecosystemsOf: photon },
  { id: 'alpine', aliases: ['alpine-linux'], packaging: 'apk', ecosystemsOf: alpine },
  { id: 'wolfi', aliases: [], packaging: 'apk', ecosystemsOf: () => ['Wolfi'], isRolling: true },
  { id: 'chainguard', aliases: [], packaging: 'apk', ecosystemsOf: () => ['Chainguard'], isRolling: true },
  { id: 'minimos', aliases: [], packaging: 'apk', ecosystemsOf: () => ['MinimOS'], isRolling: true },
  { id: 'cleanstart', aliases: [], packaging: 'apk', ecosystemsOf: () => ['CleanStart'], isRolling: true },
  { id: 'alpaquita', aliases: [], packaging: 'apk', ecosystemsOf: stream('Alpaquita') },
  {
    id: 'bellsoft-hardened-containers',
    aliases: [],
    packaging: 'apk',
    ecosystemsOf: stream('BellSoft Hardened Containers'),
  },
]

/** Names and aliases, the longest first: `opensuse-leap` is tried before `opensuse`. */
const byName = distributions
  .flatMap((distribution) => [distribution.id, ...distribution.aliases].map((name) => ({ name, distribution })))
  .sort((a, b) => b.name.length - a.name.length)

/** The distribution of a purl's namespace, by its id or one of its aliases. */
export function distributionNamed(name: string, packaging?: string): Distribution | undefined {
  const wanted = name.toLowerCase()
  return byName.find(
    (entry) => entry.name === wanted && (packaging === undefined || entry.distribution.packaging === packaging),
  )?.distribution
}

/**
 * The distribution and release that a text names (rule PACKAGE-KEY-3): `debian-12`, `bookworm`, `ubuntu-22.04`,
 * `rocky-linux-8.6`, `esm-infra/xenial`; of a text with a release alone, such as `3.18.4`, it is that of the
 * namespace. Undefined: it names another distribution.
 */
export function releaseNamed(text: string, namespace?: Distribution): DistributionRelease | undefined {
  const wanted = text.trim().toLowerCase()
  for (const { name, distribution } of byName) {
    if (wanted === name) return { distribution, release: undefined }
    if (wanted.startsWith(name) && /^[-:_ /@]/.test(wanted.slice(name.length))) {
      return { distribution, release: releaseOf(wanted.slice(name.length + 1)) }
    }
  }
  const words = wanted.split(/[^a-z0-9.]+/)
  for (const [codeNames, id] of [
    [debianCodeNames, 'debian'],
    [ubuntuCodeNames, 'ubuntu'],
  ] as const) {
    const codeName = words.find((word) => Object.hasOwn(codeNames, word))
    if (codeName !== undefined) return { distribution: distributionNamed(id)!, release: codeNames[codeName] }
  }
  const isRelease = /^(?:v|el)?\d/.test(wanted) || wanted === 'stream' || wanted === 'edge'
  return isRelease && namespace ? { distribution: namespace, release: releaseOf(wanted) } : undefined
}

/** The release in the tag that builders of rpm packages append: `1.2-3.el8_6` is of release 8 (rule PACKAGE-KEY-4). */
export function releaseOfRpmTag(version: string, distribution: Distribution): string | undefined {
  const tag = rpmTags[distribution.id]
  return tag === undefined ? undefined : new RegExp(`[._]${tag}(\\d+)(?![a-z0-9])`).exec(version)?.[1]
}

const rpmTags: Readonly<Record<string, string>> = {
  rhel: 'el',
  almalinux: 'el',
  rocky: 'el',
  mageia: 'mga',
  azurelinux: '(?:azl|cm)',
  photon: 'ph',
}

function releaseOf(text: string): string | undefined {
  const word = text.split(/[/ ]/)[0]!
  return Object.hasOwn(debianCodeNames, word)
    ? debianCodeNames[word]
    : Object.hasOwn(ubuntuCodeNames, word)
      ? ubuntuCodeNames[word]
      : word.replace(/^(?:v|el)(?=\d)/, '') || undefined
}

const majorOf = (release: string | undefined): string | undefined => /^\d+/.exec(release ?? '')?.[0]

function byMajor(ecosystem: string): Distribution['ecosystemsOf'] {
  return (release) => {
    const major = majorOf(release)
    return major === undefined ? undefined : [`${ecosystem}:${major}`]
  }
}

function stream(ecosystem: string): Distribution['ecosystemsOf'] {
  return (release) => {
    const name = release === 'stream' ? release : majorOf(release)
    return name === undefined ? undefined : [`${ecosystem}:${name}`]
  }
}

function debian(release: string | undefined): string[] | undefined {
  const major = majorOf(release)
  if (major === undefined) return undefined
  // before 7, a release was called by two numbers
  if (Number(major) >= 7) return [`Debian:${major}`]
  return /^\d+\.\d+/.test(release!) ? [`Debian:${/^\d+\.\d+/.exec(release!)![0]}`] : [`Debian:${major}.0`]
}

/** A release with long-term support has a second ecosystem: fixes of packages for subscribers alone. */
function ubuntu(release: string | undefined): string[] | undefined {
  const number = /^\d\d\.\d\d/.exec(release ?? '')?.[0]
  if (number === undefined) return undefined
  const isLongTerm = number.endsWith('.04') && Number(number.slice(0, 2)) % 2 === 0
  return isLongTerm ? [`Ubuntu:${number}:LTS`, `Ubuntu:Pro:${number}:LTS`] : [`Ubuntu:${number}`]
}

function alpine(release: string | undefined): string[] | undefined {
  const number = /^\d+\.\d+/.exec(release ?? '')?.[0]
  return number === undefined ? undefined : [`Alpine:v${number}`]
}

function photon(release: string | undefined): string[] | undefined {
  const major = majorOf(release)
  return major === undefined ? undefined : [`Photon OS:${major}.0`]
}

/** The second number of a release is its service pack: 15.5 is 15 SP5. */
function suse(release: string | undefined): string[] | undefined {
  const found = /^(\d+)(?:[.-](?:sp)?(\d+))?/.exec(release ?? '')
  if (!found) return undefined
  const pack = found[2] === undefined || found[2] === '0' ? '' : ` SP${found[2]}`
  return suseModules.map((module) => `SUSE:Linux Enterprise ${module} ${found[1]}${pack}`)
}

function suseMicro(release: string | undefined): string[] | undefined {
  const number = /^\d+\.\d+/.exec(release ?? '')?.[0]
  return number === undefined ? undefined : [`SUSE:Linux Enterprise Micro ${number}`]
}

function leap(release: string | undefined): string[] | undefined {
  const number = /^\d+\.\d+/.exec(release ?? '')?.[0]
  return number === undefined ? undefined : [`openSUSE:Leap ${number}`]
}

function openEuler(release: string | undefined): string[] | undefined {
  const found = /^(\d+\.\d+)(-lts)?(?:-(sp\d+))?/.exec(release ?? '')
  if (!found) return undefined
  const isLongTerm = found[2] !== undefined || found[1]!.endsWith('.03')
  return [`openEuler:${found[1]}${isLongTerm ? '-LTS' : ''}${found[3] ? `-${found[3].toUpperCase()}` : ''}`]
}
