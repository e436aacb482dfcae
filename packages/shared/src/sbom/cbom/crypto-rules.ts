/** How serious a hit is; `off`: the rule is not applied. */
export const cryptoSeverities = ['critical', 'high', 'medium', 'low', 'info'] as const
export type CryptoSeverity = (typeof cryptoSeverities)[number]

/** What a rule is about, in the order of a posture. */
export const cryptoClasses = [
  'weak',
  'deprecated',
  'not-quantum-safe',
  'certificate',
  'key',
  'protocol',
  'unknown',
] as const
export type CryptoClass = (typeof cryptoClasses)[number]

export interface CryptoRule {
  readonly title: string
  readonly class: CryptoClass
  readonly severity: CryptoSeverity
  /** The document that the rule follows. */
  readonly source: string
}

/** The rules of crypto assets (rules CBOM-4 to CBOM-9). An organisation sets severities of its own. */
export const cryptoRules = {
  'weak-hash': rule('Broken hash', 'weak', 'high', 'BSI TR-02102-1; RFC 6151'),
  'sha1-signature': rule('Signature with SHA-1', 'weak', 'high', 'NIST SP 800-131A r2: not allowed since 2014'),
  'weak-cipher': rule('Broken cipher', 'weak', 'critical', 'NIST SP 800-131A r2; BSI TR-02102-1'),
  'triple-des': rule('Triple DES', 'weak', 'high', 'NIST SP 800-131A r2: not allowed for encryption after 2023'),
  'short-block': rule('Cipher with blocks of 64 bits', 'weak', 'medium', 'CVE-2016-2183 (Sweet32)'),
  'ecb-mode': rule('ECB mode', 'weak', 'high', 'BSI TR-02102-1; NIST SP 800-38A as amended'),
  'short-key': rule('Key below 112 bits of security', 'weak', 'high', 'NIST SP 800-131A r2: not allowed since 2014'),
  'weak-derivation': rule('Broken key derivation', 'weak', 'high', 'RFC 8018'),
  'weak-random': rule('Broken random generator', 'weak', 'critical', 'NIST SP 800-90A r1'),
  'sha1-hash': rule('SHA-1', 'deprecated', 'medium', 'NIST: not allowed after 2030-12-31'),
  'old-mac': rule('MAC with an old hash', 'deprecated', 'low', 'NIST: SHA-1 not allowed after 2030-12-31; RFC 6151'),
  'short-hash': rule('Hash below 128 bits of security', 'deprecated', 'low', 'NIST SP 800-131A r3 (draft): until 2030'),
  dsa: rule('DSA', 'deprecated', 'medium', 'FIPS 186-5: no new signatures since 2024'),
  '112-bit-key': rule(
    'Key of 112 bits of security',
    'deprecated',
    'medium',
    'BSI TR-02102-1: RSA and DH 3000 bits, curves 250 bits since 2024; NIST IR 8547 (draft): until 2030',
  ),
  'pkcs1-encryption': rule(
    'RSA encryption with PKCS #1 v1.5',
    'deprecated',
    'medium',
    'NIST SP 800-131A r2: not allowed after 2023',
  ),
  'not-quantum-safe': rule(
    'Not quantum-safe',
    'not-quantum-safe',
    'medium',
    'NIST IR 8547 (draft): not allowed after 2035; BSI TR-02102-1',
  ),
  'quantum-margin': rule('AES with 128 bits', 'not-quantum-safe', 'info', 'NIST category 1; CNSA 2.0 wants AES-256'),
  'quantum-level-differs': rule(
    'Stated quantum level contradicts the algorithm',
    'not-quantum-safe',
    'low',
    'CycloneDX nistQuantumSecurityLevel',
  ),
  'certificate-expired': rule('Certificate has expired', 'certificate', 'critical', 'RFC 5280, 4.1.2.5'),
  'certificate-expires-soon': rule('Certificate expires soon', 'certificate', 'high', 'RFC 5280, 4.1.2.5'),
  'certificate-before-end-of-life': rule(
    'Certificate expires before the end of the vehicle',
    'certificate',
    'medium',
    'UN R155, 7.2.2.2',
  ),
  'certificate-not-yet-valid': rule('Certificate is not yet valid', 'certificate', 'low', 'RFC 5280, 4.1.2.5'),
  'certificate-out-of-service': rule('Certificate is revoked or out of service', 'certificate', 'high', 'RFC 5280, 5'),
  'key-in-software': rule('Key outside an HSM or secure storage', 'key', 'high', 'UN R155 annex 5, cryptographic keys'),
  'key-storage-not-stated': rule('Storage of the key is not stated', 'key', 'low', 'CycloneDX securedBy'),
  'secret-in-document': rule(
    'Secret in the document',
    'key',
    'critical',
    'CycloneDX relatedCryptoMaterialProperties.value',
  ),
  'key-compromised': rule('Key is compromised', 'key', 'critical', 'NIST SP 800-57-1'),
  'key-expired': rule('Key has expired', 'key', 'high', 'NIST SP 800-57-1'),
  'protocol-version': rule('Old protocol version', 'protocol', 'high', 'RFC 8996, RFC 7568, RFC 9395; BSI TR-02102-2'),
  'protocol-version-not-stated': rule(
    'Version of the protocol is not stated',
    'protocol',
    'info',
    'CycloneDX protocolProperties',
  ),
  'weak-cipher-suite': rule('Weak cipher suite', 'protocol', 'high', 'RFC 9325; BSI TR-02102-2, -4'),
  'no-forward-secrecy': rule('Cipher suite without forward secrecy', 'protocol', 'medium', 'RFC 9325, 4.1'),
  'unknown-algorithm': rule('Unknown algorithm', 'unknown', 'info', 'CycloneDX algorithmProperties'),
} as const satisfies Readonly<Record<string, CryptoRule>>
export type CryptoRuleId = keyof typeof cryptoRules

/** The ids of the rules, in their order. */
export const cryptoRuleIds = Object.keys(cryptoRules) as [CryptoRuleId, ...CryptoRuleId[]]

function rule(title: string, of: CryptoClass, severity: CryptoSeverity, source: string): CryptoRule {
  return { title, class: of, severity, source }
}

/** What an organisation decides. */
export interface CryptoPolicy {
  /** Severities that differ from the shipped ones. */
  readonly severities: Readonly<Partial<Record<CryptoRuleId, CryptoSeverity | 'off'>>>
  /** A certificate that ends within so many days expires soon. */
  readonly expiryDays: number
  /** Until when vehicles are expected on the road. */
  readonly endOfLife?: Date | undefined
  /** Words of `securedBy.mechanism` that count as secure storage, besides the shipped ones. */
  readonly secureStorage: readonly string[]
}
export const defaultCryptoPolicy: CryptoPolicy = { severities: {}, expiryDays: 90, secureStorage: [] }

/** One broken rule. */
export interface CryptoHit {
  readonly rule: CryptoRuleId
  readonly class: CryptoClass
  readonly severity: CryptoSeverity
  /** The asset: its reference, and its name. */
  readonly ref: string
  readonly name: string
  readonly reason: string
  /** What to use instead; absent: nothing replaces it, the asset itself must change. */
  readonly replacement?: string
  /** The last day on which it is allowed, `YYYY-MM-DD`. */
  readonly until?: string
  readonly source: string
}

/** What a check finds: the rule, and what it means for this asset. */
export interface CryptoFinding {
  readonly rule: CryptoRuleId
  readonly reason: string
  readonly replacement?: string
  readonly until?: string
}
