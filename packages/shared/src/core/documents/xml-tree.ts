import { SaxesParser, type SaxesTagNS } from 'saxes'

/** An element of an XML document, without comments and instructions. */
export interface XmlNode {
  /** Without its prefix. */
  readonly name: string
  readonly namespace: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlNode[]
  /** The text that stands in it directly. */
  text: string
  /** Where its tag begins, from 1. */
  readonly line: number
  readonly column: number
}

/** Where and why a text is not read as XML. */
export interface XmlFault {
  readonly place: string
  readonly message: string
}

/** What a walk through an XML text reports: elements open and close, with text between. */
export interface XmlVisitor {
  /** `end`: the offset after the tag, in UTF-16 units of the text. `start`: where the tag begins, from 1. */
  opened(tag: SaxesTagNS, end: number, start: { readonly line: number; readonly column: number }): void
  closed(end: number): void
  text?(piece: string): void
  /** The version of the XML declaration. */
  declared?(version: string | undefined): void
}

/**
 * Walks through an XML text, and returns where it is not well-formed. A document type declaration is refused, and with
 * it every entity that a document could define; nothing is loaded from anywhere. Elements that nest deeper than
 * `deepest` levels are refused.
 */
export function walkXml(text: string, deepest: number, visitor: XmlVisitor): readonly XmlFault[] {
  const parser = new SaxesParser({ xmlns: true, position: true })
  let depth = 0
  let start = { line: 1, column: 1 }
  parser.on('error', (error) => {
    throw new Malformed(error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, ''))
  })
  parser.on('doctype', () => {
    throw new Malformed('a document type declaration (DOCTYPE) is not accepted')
  })
  parser.on('opentagstart', ({ name }) => {
    // the parser has just read the character after the name: one that ends the line begins another
    const column = parser.column - name.length - 1
    if (column > 0) start = { line: parser.line, column }
    else {
      const at = text.lastIndexOf('<', parser.position - 1)
      start = { line: parser.line - 1, column: at - text.lastIndexOf('\n', at) }
    }
  })
  parser.on('xmldecl', ({ version }) => visitor.declared?.(version))
  parser.on('opentag', (tag) => {
    if (depth++ >= deepest) throw new Malformed(`elements nest deeper than ${deepest} levels`)
    visitor.opened(tag, parser.position, start)
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
    if (!(error instanceof Malformed)) throw error
    const place = `line ${parser.line}, column ${parser.column + 1}`
    return [{ place, message: `The XML is not accepted: ${error.message}.` }]
  }
}

/** Returns the tree of an XML text, or where it is not well-formed or nests too deep; see `walkXml`. */
export function parseXml(
  text: string,
  deepest: number,
): { readonly root: XmlNode } | { readonly faults: readonly XmlFault[] } {
  const open: XmlNode[] = []
  let root: XmlNode | undefined
  const faults = walkXml(text, deepest, {
    opened(tag, _end, start) {
      const attributes: Record<string, string> = {}
      for (const { local, value, prefix } of Object.values(tag.attributes))
        if (prefix !== 'xmlns' && local !== 'xmlns') attributes[local] = value
      const node = { name: tag.local, namespace: tag.uri, attributes, children: [], text: '', ...start }
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
  if (faults.length > 0) return { faults }
  return root ? { root } : { faults: [{ place: '', message: 'The XML has no element.' }] }
}

class Malformed extends Error {}

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
