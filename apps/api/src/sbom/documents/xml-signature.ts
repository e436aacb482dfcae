import { parseXml, type XmlNode } from '@carapace/shared/core/documents/xml-tree'
import { deepest, mostCanonicalWork, mostPrefixes, mostSignatureSize } from './limits.ts'
import { ecdsa, fingerprintOf, isSignature, type Method, pkcs1, pss, type SignatureCheck } from './signature-method.ts'
import { canonicalDigest, canonicalElement, type CanonicalForm, canonicalForms } from './xml-canonical.ts'
import { type Envelope, envelopeOf, type Span } from './xml-envelope.ts'
import { ds, keysOf, partsOf } from './xml-signature-key.ts'

const more = 'http://www.w3.org/2001/04/xmldsig-more#'

/** Algorithms of XML-Signature 1.1 (clause 6.4) and RFC 9231 (clause 2.3). */
const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ...['256', '384', '512'].flatMap((size): [string, Method][] => [
    [`${more}rsa-sha${size}`, { hash: `sha${size}`, ...pkcs1 }],
    [`http://www.w3.org/2007/05/xmldsig-more#sha${size}-rsa-MGF1`, { hash: `sha${size}`, ...pss }],
    [`${more}ecdsa-sha${size}`, { hash: `sha${size}`, ...ecdsa }],
  ]),
  ['http://www.w3.org/2021/04/xmldsig-more#eddsa-ed25519', { hash: null, kind: 'ed25519' }],
  ['http://www.w3.org/2021/04/xmldsig-more#eddsa-ed448', { hash: null, kind: 'ed448' }],
])

/** Digests (XML-Signature 1.1, clause 6.2). */
const digests: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  [`${more}sha384`, 'sha384'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
])

const weak = /#(?:(?:rsa|dsa|ecdsa)-)?(?:sha1|md5)$|#sha1-rsa-MGF1$/
const enveloped = `${ds}enveloped-signature`
const canonical10 = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'

/** Why a signature isn't valid. It is thrown inside of this module only. */
class Unverified extends Error {
  readonly verified: false | 'unsupported'

  constructor(verified: false | 'unsupported', reason: string) {
    super(reason)
    this.verified = verified
  }
}

type Found = { -readonly [name in 'algorithm' | 'keyId' | 'fingerprint']?: string }

/**
 * Verifies the XML-Signature 1.1 in the root element of a document with a key that is in it (rules BOM-20 to BOM-22).
 * The whole document but for the signature must be signed. The signature is cut out of the text that the reader reads,
 * so that nothing is read which isn't signed. Nothing is loaded, and no transform is run but canonical forms.
 */
export function xmlSignature(text: string): SignatureCheck {
  // a name can't be written in another way
  const envelope = text.includes('Signature') ? envelopeOf(text) : undefined
  if (!envelope?.signatures.length) return { present: false }
  const found: Found = {}
  try {
    verify(text, envelope, found)
    return { present: true, ...found, verified: true }
  } catch (error) {
    if (!(error instanceof Unverified)) throw error
    return { present: true, ...found, verified: error.verified, reason: error.message }
  }
}

/** Fills in what is found of the signature, and throws {@link Unverified} unless it is valid. */
function verify(text: string, envelope: Envelope, found: Found): void {
  const place = placeOf(envelope)
  const frame = `${envelope.rootTag}${text.slice(place.start, place.end)}</${envelope.rootName}>`
  const { root, signature } = framed(frame)
  const stated = algorithmOf(one(one(signature, 'SignedInfo'), 'SignatureMethod'))
  const keyId = partsOf(partsOf(signature, 'KeyInfo')[0], 'KeyName')[0]?.text.trim()
  if (stated) found.algorithm = stated.slice(stated.lastIndexOf('#') + 1)
  if (keyId) found.keyId = keyId

  const signed = signedInfoOf(frame, signature)
  const reference = referenceOf(signed.info)
  const method = supported(methods, algorithmOf(one(signed.info, 'SignatureMethod')), 'algorithm')
  const wholeText = signsAll(reference.uri, root)
  verifyValue(signature, signed.text, method, found)

  const { start, end } = wholeText ? { start: 0, end: text.length } : envelope.root
  const content = text.slice(start, place.start) + text.slice(place.end, end)
  const digest = canonicalDigest(content, reference.form, reference.hash)
  if (!digest) throw new Unverified('unsupported', 'The document has no canonical form.')
  if (!digest.equals(reference.digest)) throw new Unverified(false, 'The document was changed after signing.')
}

/** Where the one signature stands, if checking it is bounded in time and memory (rule BOM-22). */
function placeOf({ signatures, version, work }: Envelope): Span {
  const [place, ...others] = signatures
  if (!place || others.length)
    throw new Unverified('unsupported', 'Documents with several signatures are not verified.')
  if (version !== '1.0') throw new Unverified('unsupported', `XML ${version} has no canonical form.`)
  if (place.end - place.start > mostSignatureSize)
    throw new Unverified(
      'unsupported',
      `A signature may have ${mostSignatureSize / 1_000_000} MB at most to be verified.`,
    )
  if (work > mostCanonicalWork)
    throw new Unverified('unsupported', 'The document has too many namespaces and attributes to be verified.')
  return place
}

/** The root element with nothing in it but the signature: what is around the signature matters to its own form. */
function framed(frame: string): { readonly root: XmlNode; readonly signature: XmlNode } {
  const parsed = parseXml(frame, deepest)
  if ('faults' in parsed) throw new Error(`The signature is cut out wrongly: ${parsed.faults[0]?.message}`)
  return { root: parsed.root, signature: one(parsed.root, 'Signature') }
}

function one(node: XmlNode, name: string): XmlNode {
  const [found, ...others] = partsOf(node, name)
  if (!found || others.length)
    throw new Unverified(false, `The signature is damaged: ${node.name} must have one ${name}.`)
  return found
}

function algorithmOf(node: XmlNode): string {
  return node.attributes['Algorithm'] ?? ''
}

function supported<T>(known: ReadonlyMap<string, T>, identifier: string, what: string): T {
  const found = known.get(identifier)
  if (found !== undefined) return found
  if (weak.test(identifier))
    throw new Unverified(false, 'SHA-1 and MD5 are too weak: signatures with them can be forged.')
  throw new Unverified('unsupported', `The ${what} is not supported.`)
}

/** What the signature's value is over: its canonical text, and what is read of it. */
function signedInfoOf(frame: string, signature: XmlNode): { readonly text: string; readonly info: XmlNode } {
  const form = formOf(one(one(signature, 'SignedInfo'), 'CanonicalizationMethod'))
  const text = canonicalElement(frame, '/*/ds:Signature/ds:SignedInfo', { ds }, form)
  const parsed = text === undefined ? undefined : parseXml(text, deepest)
  if (text === undefined || !parsed || 'faults' in parsed)
    throw new Unverified('unsupported', 'The signature has no canonical form.')
  return { text, info: parsed.root }
}

function formOf(node: XmlNode): CanonicalForm {
  const form = supported(canonicalForms, algorithmOf(node), 'canonical form')
  const list = node.children.find(({ name }) => name === 'InclusiveNamespaces')?.attributes['PrefixList']
  const prefixes = list?.trim().split(/\s+/).filter(Boolean) ?? []
  if (prefixes.length > mostPrefixes)
    throw new Unverified('unsupported', `The signature may list ${mostPrefixes} prefixes at most to be verified.`)
  return prefixes.length ? { ...form, inclusiveNamespacePrefixes: prefixes } : form
}

interface Reference {
  readonly uri: string | undefined
  readonly form: CanonicalForm
  readonly hash: string
  readonly digest: Buffer
}

function referenceOf(info: XmlNode): Reference {
  if (partsOf(info, 'Reference').length > 1)
    throw new Unverified('unsupported', 'Signatures with several references are not verified.')
  const reference = one(info, 'Reference')
  return {
    uri: reference.attributes['URI'],
    form: transformOf(partsOf(reference, 'Transforms').flatMap((each) => partsOf(each, 'Transform'))),
    hash: supported(digests, algorithmOf(one(reference, 'DigestMethod')), 'digest'),
    digest: Buffer.from(one(reference, 'DigestValue').text, 'base64'),
  }
}

/**
 * The canonical form that is digested. References within a document leave comments out whatever the form is called
 * (XML-Signature 1.1, clause 4.4.3.3).
 */
function transformOf(transforms: readonly XmlNode[]): CanonicalForm {
  const [first, second, ...others] = transforms.map(algorithmOf)
  const known = (algorithm: string): boolean => algorithm === enveloped || canonicalForms.has(algorithm)
  if (!transforms.map(algorithmOf).every(known))
    throw new Unverified('unsupported', 'The signature has a transform that is never run, such as XSLT or XPath.')
  if (first !== enveloped || second === enveloped || others.length)
    throw new Unverified('unsupported', 'The transforms of the signature are not supported in this order.')
  const form = transforms[1] ? formOf(transforms[1]) : canonicalForms.get(canonical10)
  return { ...form, withComments: false }
}

/** Whether the reference means the whole text, or else the root element. No other reference covers what is read. */
function signsAll(uri: string | undefined, root: XmlNode): boolean {
  if (uri === '') return true
  if (!uri?.startsWith('#'))
    throw new Unverified('unsupported', 'The signature is of something outside of the document, which is not loaded.')
  if (uri.startsWith('#xpointer(')) throw new Unverified('unsupported', 'References by XPointer are not supported.')
  const { Id, ID, id } = root.attributes
  if (![Id, ID, id].includes(uri.slice(1)))
    throw new Unverified(false, 'The signature is of a part of the document only.')
  return false
}

/** One of the keys in the signature must have made its value. */
function verifyValue(signature: XmlNode, signed: string, method: Method, found: Found): void {
  const keys = keysOf(signature)
  const [first] = keys
  if (!first) throw new Unverified('unsupported', 'The signature has no readable public key in it.')
  found.fingerprint = fingerprintOf(first)
  const fitting = keys.filter(({ asymmetricKeyType }) => asymmetricKeyType === method.kind)
  if (!fitting.length) throw new Unverified(false, 'The key is of another kind than the algorithm.')
  const text = one(signature, 'SignatureValue').text.replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    throw new Unverified(false, 'The value of the signature is missing or damaged.')
  const value = Buffer.from(text, 'base64')
  const key = fitting.find((each) => isSignature(method, Buffer.from(signed), each, value))
  if (!key) throw new Unverified(false, 'The signature was changed, or made with another key than the one in it.')
  found.fingerprint = fingerprintOf(key)
}
