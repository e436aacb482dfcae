import type { BomFault } from '@carapace/shared/sbom/documents/bom'
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { deepest } from './limits.ts'

/** An element of an XML document, without comments and instructions. */
export interface XmlNode {
  /** Without its prefix. */
  readonly name: string
  readonly namespace: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlNode[]
  /** The text that stands in it directly. */
  text: string
  readonly line: number
}

/** What a walk through an XML text reports: elements open and close, with text between. */
export interface XmlVisitor {
  /** `end` is the offset after the tag, in UTF-16 units of the text; `line` counts from 1. */
  opened(tag: SaxesTagNS, end: number, line: number): void
  closed(end: number): void
  text?(piece: string): void
  /** The version of the XML declaration. */
  declared?(version: string | undefined): void
}

/**
 * Walks through an XML text, and returns where it is not well-formed. A document type declaration is refused, and with
 * it every entity that a document could define; nothing is loaded from anywhere (rule BOM-8).
 */
export function walkXml(text: string, visitor: XmlVisitor): readonly BomFault[] {
  const parser = new SaxesParser({ xmlns: true, position: true })
  let depth = 0
  parser.on('error', (error) => {
    throw new XmlFault(error.message.replace(/^\d+:\d+: /, ''))
  })
  parser.on('doctype', () => {
    throw new XmlFault('a document type declaration (DOCTYPE) is not accepted')
  })
  parser.on('xmldecl', ({ version }) => visitor.declared?.(version))
  parser.on('opentag', (tag) => {
    if (depth++ >= deepest) throw new XmlFault(`elements nest deeper than ${deepest} levels`)
    visitor.opened(tag, parser.position, parser.line)
  })
  const addText = (piece: string): void => visitor.text?.(piece)
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    depth--
    visitor.closed(parser.position)
  })
  try {
    parser.write(text).close()
    return []
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    const place = `line ${parser.line}, column ${parser.column + 1}`
    return [{ place, message: `The XML is not accepted: ${error.message}.` }]
  }
}

/** Returns the tree of an XML text, or where it is not well-formed. */
export function parseXml(text: string): { readonly root: XmlNode } | { readonly faults: readonly BomFault[] } {
  const open: XmlNode[] = []
  let root: XmlNode | undefined
  const faults = walkXml(text, {
    opened(tag, _end, line) {
      const attributes: Record<string, string> = {}
      for (const { local, value, prefix } of Object.values(tag.attributes))
        if (prefix !== 'xmlns' && local !== 'xmlns') attributes[local] = value
      const node = { name: tag.local, namespace: tag.uri, attributes, children: [], text: '', line }
      open.at(-1)?.children.push(node)
      root ??= node
      open.push(node)
    },
    closed: () => void open.pop(),
    text(piece) {
      const inside = open.at(-1)
      if (inside) inside.text += piece
    },
  })
  if (faults.length) return { faults }
  return root ? { root } : { faults: [{ place: '', message: 'The XML has no element.' }] }
}

class XmlFault extends Error {}

/** The first child of this name. */
export function childOf(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((each) => each.name === name)
}

/** The children of this name. */
export function childrenOf(node: XmlNode | undefined, name: string): readonly XmlNode[] {
  return node?.children.filter((each) => each.name === name) ?? []
}

/** The trimmed text of a child, or undefined. */
export function childText(node: XmlNode | undefined, name: string): string | undefined {
  return childOf(node, name)?.text.trim()
}
