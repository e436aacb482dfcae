/** What a cryptographic asset is (CycloneDX 1.6 and 1.7, `cryptoProperties.assetType`). */
export const cryptoAssetTypes = ['algorithm', 'certificate', 'protocol', 'related-crypto-material'] as const
export type CryptoAssetType = (typeof cryptoAssetTypes)[number]

export interface AlgorithmProperties {
  readonly primitive?: string
  /** Since 1.7, a family of CycloneDX's registry. */
  readonly algorithmFamily?: string
  readonly parameterSetIdentifier?: string
  readonly curve?: string
  readonly ellipticCurve?: string
  readonly executionEnvironment?: string
  readonly mode?: string
  readonly padding?: string
  readonly cryptoFunctions: readonly string[]
  readonly classicalSecurityLevel?: number
  /** 0: none, 1 to 5: NIST's categories (6 is kept from 1.6). */
  readonly nistQuantumSecurityLevel?: number
}

export interface CertificateProperties {
  readonly subjectName?: string
  readonly issuerName?: string
  readonly notValidBefore?: Date
  readonly notValidAfter?: Date
  readonly states: readonly string[]
}

export interface CipherSuite {
  readonly name?: string
  readonly algorithms: readonly string[]
  readonly identifiers: readonly string[]
  /** Since 1.7: groups of the key exchange, such as `X25519MLKEM768`. */
  readonly tlsGroups: readonly string[]
  readonly tlsSignatureSchemes: readonly string[]
}

export interface ProtocolProperties {
  readonly type?: string
  readonly version?: string
  readonly cipherSuites: readonly CipherSuite[]
  /** Names and references of IKEv2 transforms, by their kind (`encr`, `prf`, `integ`, `ke`, `auth`). */
  readonly ikev2: Readonly<Record<string, readonly string[]>>
}

export interface MaterialProperties {
  readonly type?: string
  readonly state?: string
  /** Bits. */
  readonly size?: number
  /** How it is protected, such as `HSM`; absent: not stated. */
  readonly securedBy?: string
  readonly expirationDate?: Date
  /** The document contains the material itself. Its value is not kept. */
  readonly hasValue: boolean
}

/** A cryptographic asset of a document, read leniently: what is not valid counts as not stated. */
export interface CryptoAsset {
  readonly ref: string
  readonly name: string
  readonly oid?: string
  readonly type: CryptoAssetType
  readonly algorithm?: AlgorithmProperties
  readonly certificate?: CertificateProperties
  readonly protocol?: ProtocolProperties
  readonly material?: MaterialProperties
  /** References to other assets: of the signature, the public key, the algorithm, and related ones of 1.7. */
  readonly refs: readonly CryptoRef[]
}
export interface CryptoRef {
  /** `signature`, `public-key` or `algorithm` for the fields of 1.6; else the type that 1.7 states. */
  readonly role: string
  readonly ref: string
}

/** Maximum numbers and sizes. */
export const cryptoLimits = { assets: 50_000, list: 1_000, text: 1_000, depth: 32 } as const

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const objectOf = (value: unknown): Json => (isObject(value) ? value : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, cryptoLimits.list) : [])
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, cryptoLimits.text) : undefined
const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
const textsOf = (value: unknown): string[] => listOf(value).flatMap((one) => textOf(one) ?? [])

function dateOf(value: unknown): Date | undefined {
  const date = new Date(textOf(value) ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** The object without the fields that are not stated. */
function stated<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

/**
 * Reads one component of a CycloneDX document in its JSON form (rule CBOM-1).
 *
 * @returns undefined: it is no cryptographic asset
 */
export function cryptoAssetOf(component: unknown): CryptoAsset | undefined {
  const { cryptoProperties: properties, ...rest } = objectOf(component)
  if (!isObject(properties)) return undefined
  const type = cryptoAssetTypes.find((one) => one === properties['assetType'])
  const name = textOf(rest['name']) ?? textOf(rest['bom-ref'])
  if (type === undefined || name === undefined) return undefined
  const ref = textOf(rest['bom-ref']) ?? name
  const fields = { ref, name, oid: textOf(properties['oid']), type, refs: refsOf(properties) }
  const body = {
    algorithm: type === 'algorithm' ? algorithmOf(objectOf(properties['algorithmProperties'])) : undefined,
    certificate: type === 'certificate' ? certificateOf(objectOf(properties['certificateProperties'])) : undefined,
    protocol: type === 'protocol' ? protocolOf(objectOf(properties['protocolProperties'])) : undefined,
    material:
      type === 'related-crypto-material'
        ? materialOf(objectOf(properties['relatedCryptoMaterialProperties']))
        : undefined,
  }
  return stated({ ...fields, ...body })
}

/** All cryptographic assets of a list of components and of the components inside them (rule CBOM-1). */
export function cryptoAssetsOf(components: unknown): CryptoAsset[] {
  const found: CryptoAsset[] = []
  const open = [{ list: components, depth: 0 }]
  for (const { list, depth } of open) {
    if (!Array.isArray(list)) continue
    for (const component of list as unknown[]) {
      if (found.length >= cryptoLimits.assets) return found
      const asset = cryptoAssetOf(component)
      if (asset) found.push(asset)
      const inner = objectOf(component)['components']
      if (inner !== undefined && depth < cryptoLimits.depth) open.push({ list: inner, depth: depth + 1 })
    }
  }
  return found
}

function algorithmOf(json: Json): AlgorithmProperties {
  return stated({
    primitive: textOf(json['primitive']),
    algorithmFamily: textOf(json['algorithmFamily']),
    parameterSetIdentifier:
      textOf(json['parameterSetIdentifier']) ?? numberOf(json['parameterSetIdentifier'])?.toString(),
    curve: textOf(json['curve']),
    ellipticCurve: textOf(json['ellipticCurve']),
    executionEnvironment: textOf(json['executionEnvironment']),
    mode: textOf(json['mode']),
    padding: textOf(json['padding']),
    cryptoFunctions: textsOf(json['cryptoFunctions']),
    classicalSecurityLevel: numberOf(json['classicalSecurityLevel']),
    nistQuantumSecurityLevel: numberOf(json['nistQuantumSecurityLevel']),
  })
}

function certificateOf(json: Json): CertificateProperties {
  return stated({
    subjectName: textOf(json['subjectName']),
    issuerName: textOf(json['issuerName']),
    notValidBefore: dateOf(json['notValidBefore']),
    notValidAfter: dateOf(json['notValidAfter']),
    states: listOf(json['certificateState']).flatMap((state) => textOf(objectOf(state)['state']) ?? []),
  })
}

function protocolOf(json: Json): ProtocolProperties {
  const suites = listOf(json['cipherSuites']).map(objectOf)
  return stated({
    type: textOf(json['type']),
    version: textOf(json['version']) ?? numberOf(json['version'])?.toString(),
    cipherSuites: suites.map((suite) =>
      stated({
        name: textOf(suite['name']),
        algorithms: textsOf(suite['algorithms']),
        identifiers: textsOf(suite['identifiers']),
        tlsGroups: textsOf(suite['tlsGroups']),
        tlsSignatureSchemes: textsOf(suite['tlsSignatureSchemes']),
      }),
    ),
    ikev2: Object.fromEntries(
      ['encr', 'prf', 'integ', 'ke', 'auth'].map((kind) => [
        kind,
        listOf(objectOf(json['ikev2TransformTypes'])[kind]).flatMap(transformOf),
      ]),
    ),
  })
}

/** 1.6 has references; 1.7 has objects with `name` and `keyLength`, or with `group` for the key exchange. */
function transformOf(value: unknown): string[] {
  if (typeof value === 'string') return [value.slice(0, cryptoLimits.text)]
  const json = objectOf(value)
  const name = textOf(json['name'])
  const group = numberOf(json['group'])
  const bits = numberOf(json['keyLength'])
  if (name !== undefined) return [bits === undefined ? name : `${name}-${bits}`]
  return group === undefined ? [] : [`group${group}`]
}

function materialOf(json: Json): MaterialProperties {
  const securedBy = objectOf(json['securedBy'])
  return stated({
    type: textOf(json['type']),
    state: textOf(json['state']),
    size: numberOf(json['size']),
    securedBy: textOf(securedBy['mechanism']),
    expirationDate: dateOf(json['expirationDate']),
    hasValue: textOf(json['value']) !== undefined,
  })
}

const refFields = [
  ['certificateProperties', 'signatureAlgorithmRef', 'signature'],
  ['certificateProperties', 'subjectPublicKeyRef', 'public-key'],
  ['relatedCryptoMaterialProperties', 'algorithmRef', 'algorithm'],
] as const

function refsOf(properties: Json): CryptoRef[] {
  const single = refFields.flatMap(([group, field, role]) => {
    const ref = textOf(objectOf(properties[group])[field])
    return ref === undefined ? [] : [{ role, ref }]
  })
  const groups = ['certificateProperties', 'relatedCryptoMaterialProperties', 'protocolProperties'] as const
  const related = groups.flatMap((group) =>
    listOf(objectOf(properties[group])['relatedCryptographicAssets']).flatMap((entry) => {
      const ref = textOf(objectOf(entry)['ref'])
      return ref === undefined ? [] : [{ role: textOf(objectOf(entry)['type']) ?? 'related', ref }]
    }),
  )
  return [...single, ...related]
}
