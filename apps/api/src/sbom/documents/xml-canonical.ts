import { createHash } from 'node:crypto'
import { type C14NOptions, XmlC14NMode, XmlDocument, XmlError } from 'libxml2-wasm'
import { xmlOptions } from './xsd.ts'

/** One of the canonical forms of XML. */
export type CanonicalForm = Pick<C14NOptions, 'mode' | 'withComments' | 'inclusiveNamespacePrefixes'>

const { XML_C14N_1_0, XML_C14N_1_1, XML_C14N_EXCLUSIVE_1_0 } = XmlC14NMode
const withComments = true

/** W3C Canonical XML 1.0 and 1.1, and Exclusive XML Canonicalization 1.0, by their identifiers. */
export const canonicalForms: ReadonlyMap<string, CanonicalForm> = new Map<string, CanonicalForm>([
  ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315', { mode: XML_C14N_1_0 }],
  ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments', { mode: XML_C14N_1_0, withComments }],
  ['http://www.w3.org/2006/12/xml-c14n11', { mode: XML_C14N_1_1 }],
  ['http://www.w3.org/2006/12/xml-c14n11#WithComments', { mode: XML_C14N_1_1, withComments }],
  ['http://www.w3.org/2001/10/xml-exc-c14n#', { mode: XML_C14N_EXCLUSIVE_1_0 }],
  ['http://www.w3.org/2001/10/xml-exc-c14n#WithComments', { mode: XML_C14N_EXCLUSIVE_1_0, withComments }],
])

/**
 * Digests the canonical form of a whole document, piece by piece: it is never in memory as a whole. Returns undefined
 * where the document has no such form: where a namespace is a relative address, for example.
 */
export function canonicalDigest(text: string, form: CanonicalForm, hash: string): Buffer | undefined {
  const digest = createHash(hash)
  const isCanonical = canonicalized(text, (document) =>
    document.canonicalize(
      into((piece) => digest.update(piece)),
      form,
    ),
  )
  return isCanonical ? digest.digest() : undefined
}

/** The canonical form of the element that an XPath finds, with the namespaces around it, as text; or undefined. */
export function canonicalElement(
  text: string,
  path: string,
  namespaces: Record<string, string>,
  form: CanonicalForm,
): string | undefined {
  const pieces: Buffer[] = []
  const isCanonical = canonicalized(text, (document) => {
    const element = document.get(path, namespaces)
    // libxml2's memory is reused: each piece is copied
    if (element)
      document.canonicalize(
        into((piece) => pieces.push(Buffer.from(piece))),
        { ...form, nodeSet: new Set([element]) },
      )
  })
  return isCanonical && pieces.length ? Buffer.concat(pieces).toString() : undefined
}

function into(take: (piece: Uint8Array) => void) {
  return {
    write(piece: Uint8Array): number {
      take(piece)
      return piece.byteLength
    },
    close: () => true,
  }
}

/** Whether libxml2 reads the text and does the work on it. */
function canonicalized(text: string, work: (document: XmlDocument) => void): boolean {
  let document: XmlDocument | undefined
  try {
    document = XmlDocument.fromBuffer(Buffer.from(text), { option: xmlOptions })
    work(document)
    return true
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    return false
  } finally {
    document?.dispose()
  }
}
