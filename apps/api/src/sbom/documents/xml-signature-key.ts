import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { childrenOf, type XmlNode } from '@carapace/shared/core/documents/xml-tree'

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
  const data = partsOf(info, 'X509Data')
  const readers: readonly (readonly [readonly XmlNode[], (node: XmlNode) => KeyObject | undefined])[] = [
    [values.flatMap((each) => partsOf(each, 'RSAKeyValue')), rsaKey],
    [values.flatMap((each) => partsOf(each, 'ECKeyValue', ds11)), ecKey],
    [partsOf(info, 'DEREncodedKeyValue', ds11), derKey],
    [data.flatMap((each) => partsOf(each, 'X509Certificate')), certificateKey],
  ]
  return readers
    .flatMap(([nodes, read]) => nodes.map((node) => ({ node, read })))
    .slice(0, mostKeys)
    .flatMap(({ node, read }) => {
      try {
        return read(node) ?? []
      } catch {
        return []
      }
    })
}

function bytesIn(node: XmlNode | undefined): Buffer {
  return Buffer.from(node?.text ?? '', 'base64')
}

function derKey(node: XmlNode): KeyObject {
  return createPublicKey({ key: bytesIn(node), type: 'spki', format: 'der' })
}

function certificateKey(node: XmlNode): KeyObject {
  return new X509Certificate(bytesIn(node)).publicKey
}

function rsaKey(node: XmlNode): KeyObject {
  const number = (name: string): string => bytesIn(partsOf(node, name)[0]).toString('base64url')
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
  const point = bytesIn(partsOf(node, 'PublicKey', ds11)[0])
  if (crv === undefined || point[0] !== 4 || point.length % 2 === 0) return undefined
  const half = (point.length - 1) / 2
  const x = point.toString('base64url', 1, 1 + half)
  const y = point.toString('base64url', 1 + half)
  return createPublicKey({ key: { kty: 'EC', crv, x, y }, format: 'jwk' })
}
