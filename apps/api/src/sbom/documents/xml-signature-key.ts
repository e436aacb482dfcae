import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { childrenOf, type XmlNode } from './xml-tree.ts'

/** The namespace of XML-Signature 1.0. */
export const ds = 'http://www.w3.org/2000/09/xmldsig#'
/** The namespace of what XML-Signature 1.1 adds. */
const ds11 = 'http://www.w3.org/2009/xmldsig11#'

/** The most keys that are tried: certificates stand in any order, so that the signer's needn't be the first. */
const mostKeys = 20

/** The children of this name in a namespace of XML-Signature. */
export function partsOf(node: XmlNode | undefined, name: string, namespace = ds): readonly XmlNode[] {
  return childrenOf(node, name).filter((each) => each.namespace === namespace)
}

/** The readable public keys in a signature: values and certificates (XML-Signature 1.1, clause 4.5). */
export function keysOf(signature: XmlNode): readonly KeyObject[] {
  const [info] = partsOf(signature, 'KeyInfo')
  const values = partsOf(info, 'KeyValue')
  const readers = [
    ...values.flatMap((each) => partsOf(each, 'RSAKeyValue')).map((node) => () => rsaKey(node)),
    ...values.flatMap((each) => partsOf(each, 'ECKeyValue', ds11)).map((node) => () => ecKey(node)),
    ...partsOf(info, 'DEREncodedKeyValue', ds11).map(
      ({ text }) =>
        () =>
          createPublicKey({ key: Buffer.from(text, 'base64'), type: 'spki', format: 'der' }),
    ),
    ...partsOf(info, 'X509Data')
      .flatMap((each) => partsOf(each, 'X509Certificate'))
      .map(
        ({ text }) =>
          () =>
            new X509Certificate(Buffer.from(text, 'base64')).publicKey,
      ),
  ]
  return readers.slice(0, mostKeys).flatMap((read) => {
    try {
      return read() ?? []
    } catch {
      return []
    }
  })
}

function rsaKey(node: XmlNode): KeyObject {
  const number = (name: string): string => base64url(Buffer.from(partsOf(node, name)[0]?.text ?? '', 'base64'))
  return createPublicKey({ key: { kty: 'RSA', n: number('Modulus'), e: number('Exponent') }, format: 'jwk' })
}

/** The curves by their object identifiers (RFC 5480, clause 2.1.1.1). */
const curves: ReadonlyMap<string | undefined, string> = new Map([
  ['urn:oid:1.2.840.10045.3.1.7', 'P-256'],
  ['urn:oid:1.3.132.0.34', 'P-384'],
  ['urn:oid:1.3.132.0.35', 'P-521'],
])

/** The key is an uncompressed point (SEC 1, clause 2.3.3): a 4, then two numbers of equal length. */
function ecKey(node: XmlNode): KeyObject | undefined {
  const crv = curves.get(partsOf(node, 'NamedCurve', ds11)[0]?.attributes['URI'])
  const point = Buffer.from(partsOf(node, 'PublicKey', ds11)[0]?.text ?? '', 'base64')
  if (crv === undefined || point[0] !== 4 || point.length % 2 === 0) return undefined
  const half = (point.length - 1) / 2
  const [x, y] = [point.subarray(1, 1 + half), point.subarray(1 + half)].map(base64url)
  return createPublicKey({ key: { kty: 'EC', crv, x: x!, y: y! }, format: 'jwk' })
}

function base64url(bytes: Buffer): string {
  return bytes.toString('base64url')
}
