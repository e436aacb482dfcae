import type { Purl } from './purl.ts'

/** The source package that a binary one was built from; the version is undefined where it is that of the binary. */
export interface SourcePackage {
  readonly name: string
  readonly version: string | undefined
}

type Properties = readonly { readonly name: string; readonly value: string }[]

/**
 * The source package of a deb, rpm or apk purl: from the qualifiers `sourcerpm`, `upstream`, `source` and `origin`,
 * else from the properties of Trivy and Syft (rule PACKAGE-KEY-5). Undefined: none is named.
 */
export function sourcePackageOf(purl: Purl, properties: Properties): SourcePackage | undefined {
  const { upstream, sourcerpm, source, origin } = purl.qualifiers
  const text = sourcerpm ?? upstream ?? source ?? origin
  if (text !== undefined) return purl.type === 'rpm' ? sourceOfRpm(text, purl) : sourceWithVersion(text)
  return fromTrivy(purl, properties) ?? fromSyft(purl, properties)
}

/** Syft writes `name@version` if the versions differ, dpkg `name (version)`. */
function sourceWithVersion(text: string): SourcePackage | undefined {
  const found = /^([^@\s(]+)(?:@(\S+)|\s*\(([^)]+)\))?$/.exec(text.trim())
  return found ? { name: found[1]!, version: found[2] ?? found[3] } : undefined
}

/** A file `name-version-release.src.rpm`; its epoch is that of the binary. */
function sourceOfRpm(text: string, purl: Purl): SourcePackage | undefined {
  const file = text.trim().replace(/\.(?:no)?src(?:\.rpm)?$|\.rpm$/, '')
  if (file === text.trim()) return sourceWithVersion(text)
  const release = file.lastIndexOf('-')
  const version = file.lastIndexOf('-', release - 1)
  if (version <= 0) return undefined
  const epoch = purl.qualifiers['epoch'] ?? /^(\d+):/.exec(purl.version ?? '')?.[1]
  const number = file.slice(version + 1)
  return { name: file.slice(0, version), version: epoch === undefined ? number : `${epoch}:${number}` }
}

function fromTrivy(purl: Purl, properties: Properties): SourcePackage | undefined {
  const valueOf = (key: string) => valueNamed(properties, `aquasecurity:trivy:${key}`)
  const name = valueOf('SrcName')
  if (name === undefined) return undefined
  const [version, release, epoch] = [valueOf('SrcVersion'), valueOf('SrcRelease'), valueOf('SrcEpoch')]
  if (version === undefined) return { name, version: undefined }
  const withRelease = release && purl.type !== 'apk' ? `${version}-${release}` : version
  return { name, version: epoch ? `${epoch}:${withRelease}` : withRelease }
}

function fromSyft(purl: Purl, properties: Properties): SourcePackage | undefined {
  const valueOf = (key: string) => valueNamed(properties, `syft:metadata:${key}`)
  const rpm = valueOf('sourceRpm')
  if (rpm !== undefined) return sourceOfRpm(rpm, purl)
  const name = valueOf('source') ?? valueOf('originPackage')
  return name === undefined ? undefined : { name, version: valueOf('sourceVersion') }
}

function valueNamed(properties: Properties, name: string): string | undefined {
  return properties.find((property) => property.name === name)?.value || undefined
}
