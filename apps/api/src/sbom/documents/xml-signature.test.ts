import { constants, createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bomIn, bytesOf } from './documents.fixture.ts'
import { checkSignature } from './signature.ts'

const ds = 'http://www.w3.org/2000/09/xmldsig#'
const more = 'http://www.w3.org/2001/04/xmldsig-more#'
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const rsaSha256 = `${more}rsa-sha256`

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' })
const ed25519 = generateKeyPairSync('ed25519')

/** The text of the document in its canonical form, in two parts: the signature stands between them. */
const content = [
  '<bom xmlns="http://cyclonedx.org/schema/bom/1.6" Id="top" version="1"><components><component bom-ref="a" ' +
    'type="library"><name>lwip</name><version>2.1.2</version></component></components>',
  '</bom>',
] as const

interface Signing {
  readonly algorithm?: string
  readonly hash?: string | null
  readonly pair?: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }
  readonly padding?: number
  readonly uri?: string
  readonly transforms?: readonly string[]
  readonly digestMethod?: string
  readonly digestHash?: string
  readonly canonical?: string
  readonly keyInfo?: string
  readonly references?: number
  /** What is digested, in its canonical form. */
  readonly digested?: string
}

/** A signature whose SignedInfo is written in its canonical form. */
function signatureOf({
  algorithm = rsaSha256,
  hash = 'sha256',
  pair = rsa,
  padding,
  uri = '',
  transforms = [`${ds}enveloped-signature`],
  digestMethod = sha256,
  digestHash = 'sha256',
  canonical = inclusive,
  keyInfo = keyInfoOf(pair.publicKey),
  references = 1,
  digested = content.join(''),
}: Signing = {}): string {
  const digest = createHash(digestHash).update(digested).digest('base64')
  const reference =
    `<Reference URI="${uri}"><Transforms>` +
    transforms.map((each) => `<Transform Algorithm="${each}"></Transform>`).join('') +
    `</Transforms><DigestMethod Algorithm="${digestMethod}"></DigestMethod>` +
    `<DigestValue>${digest}</DigestValue></Reference>`
  const info =
    `<CanonicalizationMethod Algorithm="${canonical}"></CanonicalizationMethod>` +
    `<SignatureMethod Algorithm="${algorithm}"></SignatureMethod>${reference.repeat(references)}</SignedInfo>`
  const value = sign(hash, Buffer.from(`<SignedInfo xmlns="${ds}">${info}`), {
    key: pair.privateKey,
    dsaEncoding: 'ieee-p1363',
    ...(padding === undefined ? {} : { padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }),
  }).toString('base64')
  return (
    `<Signature xmlns="${ds}"><SignedInfo>${info}<SignatureValue>\n${value}\n</SignatureValue>` +
    `<KeyInfo><KeyName>release</KeyName>${keyInfo}</KeyInfo></Signature>`
  )
}

function keyInfoOf(key: KeyObject): string {
  const { kty, n, e, crv, x, y } = key.export({ format: 'jwk' })
  const base64 = (...texts: (string | undefined)[]): string =>
    Buffer.concat(texts.map((text) => Buffer.from(text!, 'base64url'))).toString('base64')
  const ds11 = 'xmlns="http://www.w3.org/2009/xmldsig11#"'
  if (kty === 'RSA')
    return (
      `<KeyValue><RSAKeyValue><Modulus>${base64(n)}</Modulus>` +
      `<Exponent>${base64(e)}</Exponent></RSAKeyValue></KeyValue>`
    )
  if (kty === 'EC') {
    const curve = crv === 'P-256' ? '1.2.840.10045.3.1.7' : '1.3.132.0.34'
    return (
      `<KeyValue><ECKeyValue ${ds11}><NamedCurve URI="urn:oid:${curve}"/>` +
      `<PublicKey>${base64('BA', x, y)}</PublicKey></ECKeyValue></KeyValue>`
    )
  }
  const der = key.export({ type: 'spki', format: 'der' }).toString('base64')
  return `<DEREncodedKeyValue ${ds11}>${der}</DEREncodedKeyValue>`
}

function signed(signing: Signing = {}): string {
  return content.join(signatureOf(signing))
}

function checked(text: string) {
  return checkSignature(bytesOf(text))
}

const files = [
  ['signed-rsa-by-xmlsec1.xml', 'rsa-sha256'],
  ['signed-ecdsa-by-xmlsec1.xml', 'ecdsa-sha512'],
] as const

test.for(files)(
  '[BOM-20] %s, made by another program, is verified; each changed byte is found',
  ([name, algorithm]) => {
    const bytes = readFileSync(new URL(name, import.meta.url))
    const before = Buffer.from(bytes)
    const result = checkSignature(bytes)
    expect(result).toMatchObject({ present: true, verified: true, algorithm })
    expect(result.fingerprint).toMatch(/^[0-9a-f]{64}$/)
    expect(bytes.equals(before)).toBe(true)
    expect(bomIn(bytes).components[0]!.name).toBe('Größe <€😀> <&>')

    const text = bytes.toString()
    const reason = 'The document was changed after signing.'
    for (const [from, to] of [
      ['Größe', 'Grösse'],
      ['version="1"', 'version="2"'],
      ['a="2"', 'a="3"'],
      ['\n  <components>', '\n <components>'],
      ['<?inside pi?>', ''],
    ] as const) {
      const changed = text.replace(from, to)
      expect(changed).not.toBe(text)
      expect(checked(changed)).toEqual({ ...result, verified: false, reason })
    }
  },
)

test('[BOM-20] Comments, quotes, blanks in tags, the encoding and the packing may change', () => {
  const text = readFileSync(new URL(files[0][0], import.meta.url), 'utf8')
  const changed = text
    .replace('<!-- a comment, in ordinary text -->', '<!-- another -->')
    .replace('type = "library"', "type='library'")
    .replace('encoding="UTF-8"', 'encoding="UTF-16"')
  expect(changed).not.toBe(text)
  expect(checkSignature(Buffer.from(`\ufeff${changed}`, 'utf16le')).verified).toBe(true)
  expect(checkSignature(gzipSync(text)).verified).toBe(true)
})

const pssSha512 = 'http://www.w3.org/2007/05/xmldsig-more#sha512-rsa-MGF1'

test.for([
  ['rsa-sha256', {}],
  ['rsa-sha384', { algorithm: `${more}rsa-sha384`, hash: 'sha384' }],
  ['sha512-rsa-MGF1', { algorithm: pssSha512, hash: 'sha512', padding: constants.RSA_PKCS1_PSS_PADDING }],
  ['ecdsa-sha256', { algorithm: `${more}ecdsa-sha256`, pair: p256 }],
  ['ecdsa-sha384', { algorithm: `${more}ecdsa-sha384`, hash: 'sha384', pair: p384 }],
  ['eddsa-ed25519', { algorithm: 'http://www.w3.org/2021/04/xmldsig-more#eddsa-ed25519', hash: null, pair: ed25519 }],
] as const)('[BOM-20] A signature with %s is verified', ([algorithm, signing]) => {
  const pair = 'pair' in signing ? signing.pair : rsa
  expect(checked(signed(signing))).toEqual({
    present: true,
    verified: true,
    algorithm,
    keyId: 'release',
    fingerprint: createHash('sha256')
      .update(pair.publicKey.export({ type: 'spki', format: 'der' }))
      .digest('hex'),
  })
})

test.for<[string, Signing]>([
  ['SHA-384', { digestMethod: `${more}sha384`, digestHash: 'sha384' }],
  ['SHA-512', { digestMethod: 'http://www.w3.org/2001/04/xmlenc#sha512', digestHash: 'sha512' }],
  ['the exclusive form', { canonical: exclusive, transforms: [`${ds}enveloped-signature`, exclusive] }],
  ['the form 1.1', { transforms: [`${ds}enveloped-signature`, 'http://www.w3.org/2006/12/xml-c14n11'] }],
  ['the id of the root', { uri: '#top' }],
  ['a key that is the second', { keyInfo: keyInfoOf(p256.publicKey) + keyInfoOf(rsa.publicKey) }],
])('[BOM-20] A signature with %s is verified', ([, signing]) => {
  expect(checked(signed(signing))).toMatchObject({ verified: true })
})

test('[BOM-20] Whichever character of what is signed is changed, the signature is not valid', () => {
  const text = signed()
  const value = text.indexOf('<SignatureValue>')
  const after = text.indexOf('</Signature>')
  for (let at = 0; at < text.length; at++) {
    if (at >= value && at < after) continue
    const changed = text.slice(0, at) + (text[at] === 'x' ? 'y' : 'x') + text.slice(at + 1)
    expect(checked(changed).verified, `${at}: ${changed}`).not.toBe(true)
  }
})

const damaged = 'The signature was changed, or made with another key than the one in it.'

test.for<[string, string, string]>([
  [
    'another key',
    signed({ keyInfo: keyInfoOf(generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey) }),
    damaged,
  ],
  [
    'a changed value',
    signed().replace(/(<SignatureValue>\n)(.)/, (_, tag: string, first) => tag + (first === 'A' ? 'B' : 'A')),
    damaged,
  ],
  ['another reference', signed().replace('URI=""', 'URI="#top"'), damaged],
  ['a key of another kind', signed({ keyInfo: keyInfoOf(p256.publicKey) }), 'another kind than the algorithm'],
  ['another digest', signed({ digested: 'x' }), 'The document was changed after signing.'],
  ['a value that is no base64', signed().replace('<SignatureValue>\n', '$&!'), 'missing or damaged'],
  ['no value', signed().replace(/<SignatureValue>[^]*<\/SignatureValue>/, ''), 'must have one SignatureValue'],
  ['two SignedInfo', signed().replace(/<SignedInfo>[^]*<\/SignedInfo>/, '$&$&'), 'must have one SignedInfo'],
  ['no reference', signed({ references: 0 }), 'must have one Reference'],
  ['RSA with SHA-1', signed({ algorithm: `${ds}rsa-sha1`, hash: 'sha1' }), 'too weak'],
  ['a SHA-1 digest', signed({ digestMethod: `${ds}sha1`, digestHash: 'sha1' }), 'too weak'],
])('[BOM-20] A signature with %s does not hold', ([, text, reason]) => {
  const result = checked(text)
  expect(result).toMatchObject({ present: true, verified: false })
  expect(result.reason).toContain(reason)
})

test('[BOM-21] A signed part within another document does not hold, wherever the signature stands', () => {
  const signing = { uri: '#top' }
  const original = signed(signing)
  const [, start, rest] = /^(<bom [^>]*?) Id="top"([^]*)$/.exec(content.join(''))!
  const evil = `${start}${rest}`.replace('lwip', 'evil')
  const partOnly = 'The signature is of a part of the document only.'
  const wrapped = evil.replace('</bom>', `<x:kept xmlns:x="urn:x">${original}</x:kept>${signatureOf(signing)}</bom>`)
  expect(checked(wrapped)).toMatchObject({ present: true, verified: false, reason: partOnly })
  // the root takes the id too: then the root is what is digested
  const doubled = wrapped.replace('<bom ', '<bom Id="top" ')
  expect(checked(doubled)).toMatchObject({ verified: false, reason: 'The document was changed after signing.' })
  // the original goes into the signature, which is not digested: the reader reads nothing there
  const hidden = evil.replace(
    '</bom>',
    `${signatureOf(signing).replace('</Signature>', `<Object>${content.join('')}</Object></Signature>`)}</bom>`,
  )
  expect(checked(hidden)).toMatchObject({ verified: false, reason: partOnly })
  // a signature that is nested deeper is none of this document
  const nested = evil.replace('</bom>', `<x:kept xmlns:x="urn:x">${original}</x:kept></bom>`)
  expect(checked(nested)).toEqual({ present: false })
})

test('[BOM-21] What stands in the signature is not read', () => {
  const more = '<components><component type="library"><name>evil</name></component></components>'
  const text = signed().replace('</Signature>', `<Object>${more}</Object></Signature>`)
  expect(checked(text).verified).toBe(true)
  expect(bomIn(text).components.map(({ name }) => name)).toEqual(['lwip'])
})

const notRun = 'The signature has a transform that is never run, such as XSLT or XPath.'

test.for<[string, string, string]>([
  ['HMAC', signed({ algorithm: `${ds}hmac-sha256` }), 'The algorithm is not supported.'],
  ['an unknown digest', signed({ digestMethod: 'urn:x' }), 'The digest is not supported.'],
  ['an unknown canonical form', signed({ canonical: 'urn:x' }), 'The canonical form is not supported.'],
  ['no key', signed({ keyInfo: '' }), 'The signature has no readable public key in it.'],
  [
    'an unreadable certificate',
    signed({ keyInfo: '<X509Data><X509Certificate>AAAA</X509Certificate></X509Data>' }),
    'The signature has no readable public key in it.',
  ],
  ['a file', signed({ uri: 'file:///etc/hostname' }), 'something outside of the document, which is not loaded'],
  ['an address', signed({ uri: 'http://127.0.0.1:9/bom.xml' }), 'something outside of the document'],
  ['an XPointer', signed({ uri: '#xpointer(/)' }), 'References by XPointer are not supported.'],
  ['XSLT', signed({ transforms: [`${ds}enveloped-signature`, 'http://www.w3.org/TR/1999/REC-xslt-19991116'] }), notRun],
  ['XPath', signed({ transforms: ['http://www.w3.org/TR/1999/REC-xpath-19991116'] }), notRun],
  ['the filter of XPath', signed({ transforms: ['http://www.w3.org/2002/06/xmldsig-filter2'] }), notRun],
  ['no transform', signed({ transforms: [] }), 'not supported in this order'],
  ['transforms in another order', signed({ transforms: [inclusive, `${ds}enveloped-signature`] }), 'in this order'],
  ['two references', signed({ references: 2 }), 'Signatures with several references are not verified.'],
  ['a second one', content.join(signatureOf() + signatureOf()), 'Documents with several signatures are not verified.'],
  ['XML 1.1', `<?xml version="1.1"?>${signed()}`, 'XML 1.1 has no canonical form.'],
  ['a relative namespace', signed().replace('<name>', '<x:y xmlns:x="y"/>$&'), 'The document has no canonical form.'],
])('[BOM-21] A signature with %s is unsupported', ([, text, reason]) => {
  const result = checked(text)
  expect(result).toMatchObject({ present: true, verified: 'unsupported' })
  expect(result.reason).toContain(reason)
})

test.for<[string, string, string]>([
  ['a signature of a megabyte', signed({ keyInfo: ' '.repeat(1_000_000) }), 'may have 1 MB at most'],
  [
    'namespaces in scope of many elements',
    signed().replace('<components>', `<x:l xmlns:x="urn:x" ${declared(500)}>${'<x:a/>'.repeat(5_000)}</x:l>$&`),
    'too many namespaces and attributes',
  ],
  [
    'attributes of one element',
    signed().replace('<components>', `<x:l xmlns:x="urn:x" ${attributes(40_000)}/>$&`),
    'too many namespaces and attributes',
  ],
  [
    'many listed prefixes',
    signed({ transforms: [`${ds}enveloped-signature`, exclusive] }).replace(
      `<Transform Algorithm="${exclusive}">`,
      `$&<InclusiveNamespaces xmlns="${exclusive}" PrefixList="${'a '.repeat(21)}"/>`,
    ),
    'may list 20 prefixes at most',
  ],
])('[BOM-22] %s: a signature whose check would take too long is unsupported', ([, text, reason]) => {
  const result = checked(text)
  expect(result).toMatchObject({ present: true, verified: 'unsupported' })
  expect(result.reason).toContain(reason)
})

test('[BOM-22] Entities are never expanded: a document type declaration ends the reading', () => {
  const declaration = '<!DOCTYPE bom [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
  expect(checked(declaration + signed().replace('lwip', '&b;'))).toEqual({ present: false })
})

test('[BOM-22] Blanks and signs without end in a value are read in linear time', () => {
  const text = signed().replace('<SignatureValue>', `$&${`A${' '.repeat(100)}`.repeat(5_000)}!`)
  expect(checked(text)).toMatchObject({ verified: false, reason: 'The value of the signature is missing or damaged.' })
})

function declared(count: number): string {
  return Array.from({ length: count }, (_, at) => `xmlns:n${at}="urn:n${at}"`).join(' ')
}

function attributes(count: number): string {
  return Array.from({ length: count }, (_, at) => `a${at}=""`).join(' ')
}
