import { type AlgorithmFacts, labelOf, recognise } from './algorithm.ts'
import { checkAlgorithm } from './algorithm-rules.ts'
import type { CryptoAsset } from './crypto-asset.ts'
import {
  type CryptoFinding,
  type CryptoHit,
  type CryptoPolicy,
  type CryptoRuleId,
  cryptoRules,
  cryptoSeverities,
  defaultCryptoPolicy,
} from './crypto-rules.ts'
import { checkProtocol } from './suite-rules.ts'

const dayMs = 86_400_000
const dateText = (date: Date) => date.toISOString().slice(0, 10)

/** Facts of algorithms that were recognised before: evaluation and posture both need them. */
const recognised = new WeakMap<CryptoAsset, AlgorithmFacts>()

function algorithmFactsOf(asset: CryptoAsset): AlgorithmFacts {
  const facts = recognised.get(asset) ?? recognise(asset.name, { oid: asset.oid, properties: asset.algorithm })
  recognised.set(asset, facts)
  return facts
}

/** The facts of an asset's algorithm: its own, or that of a key by its name or the algorithm that it refers to. */
export function factsOf(asset: CryptoAsset, byRef: ReadonlyMap<string, CryptoAsset>): AlgorithmFacts | undefined {
  if (asset.type === 'algorithm') return algorithmFactsOf(asset)
  if (asset.type !== 'related-crypto-material') return undefined
  const referred = asset.refs
    .filter(({ role }) => role === 'algorithm')
    .map(({ ref }) => byRef.get(ref))
    .find((one) => one?.type === 'algorithm')
  const own = algorithmFactsOf(asset)
  const facts = own.family === undefined && referred ? factsOf(referred, byRef) : own
  const size = asset.material?.size
  return facts?.family !== undefined && facts.curve === undefined && size !== undefined && facts.bits === undefined
    ? { ...facts, bits: size }
    : facts
}

/**
 * Applies the rules to the crypto assets of a document (rules CBOM-4 to CBOM-10).
 *
 * @returns the hits, the most severe first, then by name; one of a rule, asset and reason each
 */
export function evaluateCrypto(
  assets: readonly CryptoAsset[],
  policy: CryptoPolicy = defaultCryptoPolicy,
  now: Date = new Date(),
): CryptoHit[] {
  const byRef = new Map(assets.map((asset) => [asset.ref, asset]))
  const hits = assets.flatMap((asset) => {
    const found = findingsOf(asset, byRef, policy, now)
    const seen = new Set<string>()
    return found.flatMap((finding) => {
      const severity = severityOf(policy, finding.rule)
      const key = `${finding.rule} ${finding.reason}`
      if (severity === 'off' || seen.has(key)) return []
      seen.add(key)
      const { class: of, source } = cryptoRules[finding.rule]
      return [{ ...finding, class: of, severity, ref: asset.ref, name: asset.name, source }]
    })
  })
  const rank = ({ severity }: CryptoHit) => cryptoSeverities.indexOf(severity)
  return hits.sort(
    (one, other) => rank(one) - rank(other) || compare(one.name, other.name) || compare(one.ref, other.ref),
  )
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

function severityOf({ severities }: CryptoPolicy, rule: CryptoRuleId) {
  return severities[rule] ?? cryptoRules[rule].severity
}

function findingsOf(
  asset: CryptoAsset,
  byRef: ReadonlyMap<string, CryptoAsset>,
  policy: CryptoPolicy,
  now: Date,
): CryptoFinding[] {
  switch (asset.type) {
    case 'algorithm':
      return checkAlgorithm(factsOf(asset, byRef)!, asset.algorithm)
    case 'protocol':
      return checkProtocol(asset.name, asset.protocol ?? { cipherSuites: [], ikev2: {} })
    case 'certificate':
      return [...checkCertificate(asset, policy, now), ...checkReferred(asset, byRef)]
    case 'related-crypto-material':
      return checkMaterial(asset, byRef, policy, now)
  }
}

function checkCertificate({ certificate }: CryptoAsset, policy: CryptoPolicy, now: Date): CryptoFinding[] {
  if (certificate === undefined) return []
  const { notValidBefore, notValidAfter, states } = certificate
  const found: CryptoFinding[] = []
  const out = states.find((state) => ['revoked', 'suspended', 'deactivated', 'destroyed'].includes(state))
  if (out !== undefined) found.push({ rule: 'certificate-out-of-service', reason: `Its state is ${out}.` })
  if (notValidBefore && notValidBefore > now) {
    found.push({ rule: 'certificate-not-yet-valid', reason: `It is valid from ${dateText(notValidBefore)}.` })
  }
  if (notValidAfter === undefined) return found
  const end = dateText(notValidAfter)
  const days = Math.floor((notValidAfter.getTime() - now.getTime()) / dayMs)
  if (notValidAfter < now) found.push({ rule: 'certificate-expired', reason: `It ended on ${end}.`, until: end })
  else if (days < policy.expiryDays) {
    const reason = `It ends on ${end}, in ${days === 1 ? '1 day' : `${days} days`}.`
    found.push({ rule: 'certificate-expires-soon', reason, until: end })
  } else if (policy.endOfLife && notValidAfter < policy.endOfLife) {
    const reason = `It ends on ${end}, vehicles are expected on the road until ${dateText(policy.endOfLife)}.`
    found.push({ rule: 'certificate-before-end-of-life', reason, until: end })
  }
  return found
}

/** A certificate has the weaknesses of its signature; those of its key are found at the key. */
function checkReferred(asset: CryptoAsset, byRef: ReadonlyMap<string, CryptoAsset>): CryptoFinding[] {
  return asset.refs.flatMap(({ role, ref }) => {
    const referred = byRef.get(ref)
    const isAlgorithm = referred?.type === 'algorithm' && (role === 'signature' || role === 'algorithm')
    if (!isAlgorithm) return []
    const facts = factsOf(referred, byRef)!
    const properties = { ...referred.algorithm, primitive: 'signature', cryptoFunctions: ['verify'] }
    return checkAlgorithm(facts, properties)
      .filter(({ rule }) => ['weak', 'not-quantum-safe'].includes(cryptoRules[rule].class))
      .map((found) => ({ ...found, reason: `Signed with ${labelOf(facts)}: ${found.reason}` }))
  })
}

const keyTypes: readonly string[] = ['private-key', 'secret-key', 'key', 'shared-secret']
const secretTypes: readonly string[] = [...keyTypes, 'password', 'credential', 'token', 'seed']
const secureWords = new RegExp(
  String.raw`\b(${[
    'hsm|she|tpm|tee|e?se|evita|puf|e-?fuse|otp|hardware|trustzone|strongbox|keymaster',
    'secure[ -]?(element|enclave|storage|hardware|world)|smart ?card|pkcs ?#?11',
  ].join('|')})\b`,
  'i',
)
const insecureWords = /\b(software|plain|plaintext|none|no|not|without|unprotected|file|source code)\b/i

function checkMaterial(
  asset: CryptoAsset,
  byRef: ReadonlyMap<string, CryptoAsset>,
  policy: CryptoPolicy,
  now: Date,
): CryptoFinding[] {
  const { type = 'unknown', state, securedBy, expirationDate, hasValue } = asset.material ?? { hasValue: false }
  const found: CryptoFinding[] = []
  if (hasValue && secretTypes.includes(type)) {
    const replacement = 'Remove the value from the document and replace the secret'
    found.push({ rule: 'secret-in-document', reason: `The document contains the ${type} itself.`, replacement })
  }
  if (state === 'compromised') found.push({ rule: 'key-compromised', reason: 'Its state is compromised.' })
  if (expirationDate && expirationDate < now && state !== 'destroyed') {
    const end = dateText(expirationDate)
    found.push({ rule: 'key-expired', reason: `It ended on ${end}.`, until: end })
  }
  if (keyTypes.includes(type)) found.push(...checkStorage(securedBy, policy))
  const isAsymmetric = type === 'private-key' || type === 'public-key' || type === 'key'
  const facts = isAsymmetric ? factsOf(asset, byRef) : undefined
  const properties = asset.refs.map(({ ref }) => byRef.get(ref)?.algorithm).find((one) => one !== undefined)
  return facts?.kind === 'public-key' ? [...found, ...checkAlgorithm(facts, properties)] : found
}

function checkStorage(securedBy: string | undefined, policy: CryptoPolicy): CryptoFinding[] {
  if (securedBy === undefined) {
    return [{ rule: 'key-storage-not-stated', reason: 'The document does not state how it is protected.' }]
  }
  const own = policy.secureStorage.some((word) => word.toLowerCase() === securedBy.toLowerCase())
  return own || (secureWords.test(securedBy) && !insecureWords.test(securedBy))
    ? []
    : [{ rule: 'key-in-software', reason: `It is protected by ${securedBy.slice(0, 80)}.`, replacement: 'An HSM' }]
}
