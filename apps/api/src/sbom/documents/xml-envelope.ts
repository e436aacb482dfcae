import { walkXml } from '@carapace/shared/core/documents/xml-tree'
import { deepest } from './limits.ts'
import { ds } from './xml-signature-key.ts'

/** From the first character to that after the last, in UTF-16 units. */
export interface Span {
  readonly start: number
  end: number
}

/** The root element of a document, and the signatures that are its children. */
export interface Envelope {
  readonly root: Span
  readonly rootTag: string
  readonly rootName: string
  readonly signatures: readonly Span[]
  readonly version: string
  /**
   * The squares of the namespaces in scope and of the attributes, of all elements together: the time of libxml2's
   * canonical form grows with it.
   */
  readonly work: number
}

/** Where the root element and its signatures stand, or undefined where the text is no XML. */
export function envelopeOf(text: string): Envelope | undefined {
  const signatures: Span[] = []
  const inScope: number[] = []
  let root: (Span & Pick<Envelope, 'rootTag' | 'rootName'>) | undefined
  let inside: Span | undefined
  let version = '1.0'
  let work = 0
  const faults = walkXml(text, deepest, {
    declared(stated) {
      version = stated ?? version
    },
    opened({ name, local, uri, ns, attributes }, end) {
      const namespaces = (inScope.at(-1) ?? 1) + Object.keys(ns).length
      work += namespaces ** 2 + Object.keys(attributes).length ** 2
      inScope.push(namespaces)
      if (inScope.length > 2) return
      // no tag has this character inside
      const start = text.lastIndexOf('<', end - 1)
      root ??= { start, end, rootTag: text.slice(start, end), rootName: name }
      if (inScope.length === 2 && local === 'Signature' && uri === ds) signatures.push((inside = { start, end }))
    },
    closed(end) {
      inScope.pop()
      if (inScope.length === 0 && root) root.end = end
      if (inScope.length !== 1 || !inside) return
      inside.end = end
      inside = undefined
    },
  })
  if (faults.length || !root) return undefined
  const { rootTag, rootName } = root
  return { root, rootTag, rootName, signatures, version, work }
}
