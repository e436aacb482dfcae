import { curveOf, recognise } from './algorithm.ts'
import { checkAlgorithm } from './algorithm-rules.ts'
import type { CipherSuite, ProtocolProperties } from './crypto-asset.ts'
import type { CryptoFinding } from './crypto-rules.ts'

/** The oldest version in use, and its replacement, by the type of the protocol. */
const oldest: Readonly<Record<string, { readonly version: number; readonly replacement: string }>> = {
  tls: { version: 1.2, replacement: 'TLS 1.3, at least 1.2' },
  dtls: { version: 1.2, replacement: 'DTLS 1.3, at least 1.2' },
  ssl: { version: Number.POSITIVE_INFINITY, replacement: 'TLS 1.3' },
  ssh: { version: 2, replacement: 'SSH 2' },
  ike: { version: 2, replacement: 'IKEv2' },
  wpa: { version: 2, replacement: 'WPA3, at least WPA2' },
  wep: { version: Number.POSITIVE_INFINITY, replacement: 'WPA3' },
  snmp: { version: 3, replacement: 'SNMPv3' },
  ftp: { version: Number.POSITIVE_INFINITY, replacement: 'SFTP' },
  telnet: { version: Number.POSITIVE_INFINITY, replacement: 'SSH 2' },
}

/** `SSLv3` and `TLSv1.1` as a version of another type, `1.2` as a number; undefined: no version. */
function versionOf(type: string, name: string, version: string | undefined): { type: string; version?: number } {
  const text = `${version ?? ''} ${version === undefined ? name : ''}`.toLowerCase()
  const digits = /(\d{1,3}(?:\.\d{1,3})?)/.exec(text)?.[1]
  const actual = /\bssl ?v?[23]/.test(text) ? 'ssl' : type
  // SSH 1.99 offers both: version 1 is still there
  return { type: actual, ...(digits !== undefined && { version: Number(digits) }) }
}

/** What is wrong with a protocol (rule CBOM-9): its version, its cipher suites, its groups and transforms. */
export function checkProtocol(name: string, protocol: ProtocolProperties): CryptoFinding[] {
  const stated = (protocol.type ?? 'unknown').toLowerCase()
  const byName = Object.keys(oldest).find((one) => new RegExp(`(^|[^a-z])${one}`, 'i').test(name))
  const type = Object.hasOwn(oldest, stated) ? stated : (byName ?? stated)
  return [
    ...checkVersion(type, name, protocol.version),
    ...protocol.cipherSuites.flatMap(checkSuite),
    ...Object.values(protocol.ikev2).flatMap((names) => names.flatMap(checkTransform)),
  ]
}

function checkVersion(type: string, name: string, stated: string | undefined): CryptoFinding[] {
  const { type: actual, version } = versionOf(type, name, stated)
  const limit = Object.hasOwn(oldest, actual) ? oldest[actual] : undefined
  if (limit === undefined) return []
  const label = actual.toUpperCase()
  if (version === undefined && Number.isFinite(limit.version)) {
    return [{ rule: 'protocol-version-not-stated', reason: `The version of ${label} is not stated.` }]
  }
  if (version !== undefined && version >= limit.version) return []
  const reason = `${[label, version].filter((part) => part !== undefined).join(' ')} is outdated.`
  return [{ rule: 'protocol-version', reason, replacement: limit.replacement }]
}

const suiteFaults: readonly (readonly [RegExp, string])[] = [
  [/(^|[-_])NULL([-_]|$)/i, 'encrypts nothing'],
  [/EXPORT|EXP-/i, 'has export keys'],
  [/(^|[-_])(anon|ADH|AECDH)([-_]|$)/i, 'authenticates nobody'],
  [/RC4|ARC4|ARCFOUR/i, 'uses RC4'],
  [/3DES|DES[-_]?CBC3|DES[-_]EDE/i, 'uses triple DES'],
  [/(^|[-_])DES([-_]|40|$)/i, 'uses DES'],
  [/RC2/i, 'uses RC2'],
  [/IDEA/i, 'uses IDEA'],
  [/MD5/i, 'uses MD5'],
]

/** A suite by its name of IANA or OpenSSL; one of SSH by the names of its algorithms. */
function checkSuite(suite: CipherSuite): CryptoFinding[] {
  const { name = '' } = suite
  const faults = suiteFaults.filter(([pattern]) => pattern.test(name)).map(([, fault]) => fault)
  const isTls12 = /^TLS_.*_WITH_/i.test(name) || /^(ECDHE?|DHE?|AES|RSA|CAMELLIA|EDH|PSK)[-0-9]/i.test(name)
  const label = name.slice(0, 80)
  const found: CryptoFinding[] =
    faults.length > 0
      ? [{ rule: 'weak-cipher-suite', reason: `${label} ${faults.join(', ')}.`, replacement: 'TLS_AES_256_GCM_SHA384' }]
      : []
  if (isTls12 && !/ECDHE|DHE|EDH|anon/i.test(name) && !/^TLS_(AES|CHACHA20)/i.test(name)) {
    const replacement = 'A suite with ECDHE, or TLS 1.3'
    found.push({ rule: 'no-forward-secrecy', reason: `${label} has no ephemeral key exchange.`, replacement })
  }
  const exchange = /^TLS_(.*)_WITH_/i.exec(name)?.[1]?.replace(/_.*/, '')
  if (exchange !== undefined && !/^(PSK|NULL)$/i.test(exchange)) {
    const reason = `The key exchange of its cipher suites is classical: ${exchange.slice(0, 20)}.`
    found.push({ rule: 'not-quantum-safe', reason, replacement: 'TLS 1.3 with X25519MLKEM768', until: '2031-12-31' })
  }
  const isSsh = name !== '' && !isTls12 && !/^TLS_/i.test(name)
  const groups = suite.tlsGroups.map((group) => (curveOf(group.toUpperCase()) ? `ECDH-${group}` : group))
  return [...found, ...(isSsh && found.length === 0 ? checkPart(name) : []), ...groups.flatMap(checkPart)]
}

/** A transform of IKEv2 is named like a suite of one algorithm. */
const checkTransform = (name: string) =>
  checkSuite({ name, algorithms: [], identifiers: [], tlsGroups: [], tlsSignatureSchemes: [] })

/** An algorithm that is named inside a protocol: what is weak in it makes the protocol weak. */
function checkPart(name: string): CryptoFinding[] {
  const facts = recognise(name)
  if (facts.family === undefined) return []
  return checkAlgorithm(facts).flatMap((found): CryptoFinding[] => {
    if (found.rule === 'quantum-margin') return []
    if (found.rule === 'old-mac' && facts.hash === 'SHA-1') return []
    if (found.rule === 'not-quantum-safe') return [{ ...found, reason: `${name.slice(0, 80)}: ${found.reason}` }]
    return [{ ...found, rule: 'weak-cipher-suite', reason: `${name.slice(0, 80)}: ${found.reason}` }]
  })
}
