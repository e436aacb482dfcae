import { relationOfCpe } from './cpe-relation.ts'
import { parseCpe } from './cpe.ts'
import {
  type Distribution,
  distributionNamed,
  type DistributionRelease,
  releaseNamed,
  releaseOfRpmTag,
} from './distributions.ts'
import { normalizedPackageName } from './package-names.ts'
import { type Purl, readPurl } from './purl.ts'
import { registryNames } from './registry-names.ts'
import { type SourcePackage, sourcePackageOf } from './source-package.ts'

/** What a component gives of itself, as far as its package follows from it. */
export interface NamedComponent {
  readonly purl?: string | undefined
  readonly cpe?: string | undefined
  readonly name?: string | undefined
  readonly version?: string | undefined
  /** Tools write the source package there; repeated names are allowed. */
  readonly properties?: readonly { readonly name: string; readonly value: string }[] | undefined
}

/** A package as advisories name it: OSV's ecosystem with the distribution's suffix, and the name in one spelling. */
export interface PackageKey {
  readonly ecosystem: string
  readonly name: string
  /** The version to compare by this key: that of the source package where the key names one. */
  readonly version?: string | undefined
  /** The release of the distribution where the ecosystem lacks it: `8.6` of Red Hat. */
  readonly release?: string | undefined
}

export type KeyProblemCode =
  'no purl' | 'invalid purl' | 'no distro' | 'unknown distro' | 'no version' | 'type without ecosystem'

/** Why there is no key, or why a key is of no use: a code to count by, and a sentence. */
export interface KeyProblem {
  readonly code: KeyProblemCode
  readonly reason: string
}

/** The keys of a component, the surest first, and what stands in the way: never neither (rule PACKAGE-KEY-1). */
export interface PackageKeys {
  readonly keys: readonly PackageKey[]
  readonly problems: readonly KeyProblem[]
}

/** What the rest of the document states about a component. */
export interface KeyContext {
  /** The operating system that the document is about, such as `ubuntu-20.04`: for purls without `distro`. */
  readonly distro?: string | undefined
}

/**
 * The keys by which advisories are found for a component (rules PACKAGE-KEY-1 to PACKAGE-KEY-8): of distributions
 * the source package first, then the binary one.
 */
export function packageKeysOf(component: NamedComponent, context: KeyContext = {}): PackageKeys {
  if (!component.purl) return keysWithoutPurl(component)
  const read = readPurl(component.purl)
  if (!read.ok) return { keys: [], problems: [{ code: 'invalid purl', reason: read.reason }] }
  const purl = withKnownType(read.value.purl)
  const version = versionOfPurl(purl) ?? component.version
  const found = isDistributionPackage(purl)
    ? keysOfDistribution(purl, version, sourcePackageOf(purl, component.properties ?? []), context)
    : keysOfRegistry(purl, version)
  return withVersionProblem(found, version)
}

/**
 * The version to compare: the purl's with the epoch of its qualifier (rpm and deb), else the component's own.
 * Undefined: it has none.
 */
export function versionOf({ purl: text, version }: Pick<NamedComponent, 'purl' | 'version'>): string | undefined {
  const read = text ? readPurl(text) : undefined
  return (read?.ok ? versionOfPurl(read.value.purl) : undefined) ?? (version === '' ? undefined : version)
}

function versionOfPurl({ type, version, qualifiers }: Purl): string | undefined {
  if (version === undefined) return undefined
  const epoch = qualifiers['epoch']
  const takesEpoch = (type === 'rpm' || type === 'deb') && epoch !== undefined && /^\d+$/.test(epoch)
  return takesEpoch && !/^\d+:/.test(version) ? `${epoch}:${version}` : version
}

/** Alpine's packages had a type of their own before `apk`; advisories still write it. */
function withKnownType(purl: Purl): Purl {
  return purl.type === 'alpine' ? { ...purl, type: 'apk', namespace: 'alpine' } : purl
}

function withVersionProblem(found: PackageKeys, version: string | undefined): PackageKeys {
  if (version !== undefined || found.keys.length === 0) return found
  const problem: KeyProblem = { code: 'no version', reason: 'The component has no version: nothing to compare.' }
  return { ...found, problems: [...found.problems, problem] }
}

function keysWithoutPurl({ cpe, version }: NamedComponent): PackageKeys {
  const name = cpe ? parseCpe(cpe) : undefined
  if (name?.ok && kernelCpe.ok) {
    const relation = relationOfCpe(kernelCpe.value, name.value)
    const inName = name.value.version
    const own = typeof inName === 'object' ? inName.text : undefined
    if (relation === 'superset' || relation === 'equal') {
      const key = { ecosystem: 'Linux', name: 'Kernel', version: version ?? own }
      return withVersionProblem({ keys: [key], problems: [] }, key.version)
    }
  }
  const reason = 'The component has no purl: its package and ecosystem are not known.'
  return { keys: [], problems: [{ code: 'no purl', reason }] }
}

const kernelCpe = parseCpe('cpe:2.3:o:linux:linux_kernel:*:*:*:*:*:*:*:*')

const isDistributionPackage = ({ type }: Purl): boolean => type === 'deb' || type === 'rpm' || type === 'apk'

function keysOfDistribution(
  purl: Purl,
  version: string | undefined,
  source: SourcePackage | undefined,
  context: KeyContext,
): PackageKeys {
  const named = distributionOf(purl, context)
  if ('code' in named) return { keys: [], problems: [named] }
  const { distribution } = named
  const release = named.release ?? (version === undefined ? undefined : releaseOfRpmTag(version, distribution))
  const ecosystems = distribution.ecosystemsOf(release)
  if (ecosystems === undefined) {
    const problem: KeyProblem =
      release === undefined
        ? noDistro(purl, distribution)
        : { code: 'unknown distro', reason: `OSV has no ecosystem for the release "${release}" of ${distribution.id}.` }
    return { keys: [], problems: [problem] }
  }
  const packages = source ? [source, { name: purl.name, version }] : [{ name: purl.name, version }]
  const keys = packages.flatMap((one) =>
    ecosystems.flatMap((ecosystem) => {
      const key = { ecosystem, name: one.name, version: one.version ?? version }
      return distribution.id === 'rhel' ? [{ ...key, release }] : withRoot(key, purl.name)
    }),
  )
  return { keys: distinct(keys), problems: [] }
}

/** Root.io's rebuilt packages have ecosystems of their own. */
function withRoot(key: PackageKey, name: string): PackageKey[] {
  const isRoots = name.startsWith('rootio-') || key.name.startsWith('@rootio/') || key.name.startsWith('io.root.')
  return isRoots ? [{ ...key, ecosystem: `Root:${key.ecosystem.replace(':v', ':')}` }, key] : [key]
}

function distributionOf(purl: Purl, context: KeyContext): DistributionRelease | KeyProblem {
  const namespace = purl.namespace === undefined ? undefined : distributionNamed(purl.namespace, purl.type)
  const text = purl.qualifiers['distro']
  const named = text === undefined ? undefined : releaseNamed(text, namespace)
  if (named?.distribution.packaging === purl.type) return named
  if (text !== undefined && named === undefined && namespace?.isRolling !== true) {
    return { code: 'unknown distro', reason: `The distribution "${text}" has no ecosystem in OSV.` }
  }
  const surrounding = context.distro === undefined ? undefined : releaseNamed(context.distro, namespace)
  const fits = surrounding?.distribution.packaging === purl.type
  if (fits && (namespace === undefined ? purl.namespace === undefined : namespace === surrounding.distribution)) {
    return surrounding
  }
  if (namespace) return { distribution: namespace, release: undefined }
  if (purl.namespace === undefined) return noDistro(purl, undefined)
  return { code: 'unknown distro', reason: `The distribution "${purl.namespace}" has no ecosystem in OSV.` }
}

function noDistro(purl: Purl, distribution: Distribution | undefined): KeyProblem {
  const what = distribution ? `the release of ${distribution.id}` : 'the distribution'
  return { code: 'no distro', reason: `The purl of ${purl.name} does not name ${what}: it needs a qualifier "distro".` }
}

function keysOfRegistry(purl: Purl, version: string | undefined): PackageKeys {
  const names = registryNames(purl)
  const keys = names.flatMap(({ ecosystem, name }) =>
    withRoot({ ecosystem, name: normalizedPackageName(ecosystem, name), version }, purl.name),
  )
  if (keys.length > 0) return { keys: distinct(keys), problems: [] }
  const reason = `OSV has no ecosystem for purls of the type "${purl.type}".`
  return { keys: [], problems: [{ code: 'type without ecosystem', reason }] }
}

function distinct(keys: readonly PackageKey[]): PackageKey[] {
  return [...new Map(keys.map((key) => [`${key.ecosystem}\n${key.name}\n${key.version ?? ''}`, key])).values()]
}
