import type { XmlNode } from '../../../core/documents/xml-tree.ts'

/** An element of an Open-PSA document is not read, and why. */
export class OpenPsaFault extends Error {
  readonly node: XmlNode
  constructor(node: XmlNode, message: string) {
    super(message)
    this.node = node
  }
}

export function refuse(node: XmlNode, message: string): never {
  throw new OpenPsaFault(node, message)
}

/** Checks that an element has no attributes but these, and no text of its own. */
export function checkElement(node: XmlNode, attributes: readonly string[]): void {
  const unknown = Object.keys(node.attributes).find((name) => !attributes.includes(name))
  if (unknown !== undefined) refuse(node, `<${node.name}> has an attribute “${shortened(unknown)}” that is not read.`)
  const text = node.text.trim()
  if (text !== '' && node.name !== 'label') refuse(node, `<${node.name}> has text in it: “${shortened(text)}”.`)
}

/** An attribute without the spaces around it; undefined: it is not there, or empty. */
export function optionalAttribute(node: XmlNode, name: string): string | undefined {
  return node.attributes[name]?.trim() || undefined
}

export function attributeOf(node: XmlNode, name: string): string {
  return optionalAttribute(node, name) ?? refuse(node, `<${node.name}> needs the attribute “${name}”.`)
}

/** The only one of an element's children. */
export function onlyChild(node: XmlNode, children: readonly XmlNode[], what: string): XmlNode {
  if (children.length !== 1)
    refuse(children[1] ?? node, `<${node.name}> takes one ${what}, and has ${children.length}.`)
  return children[0]!
}

/** A definition: its label and attributes, and what it defines. */
export interface Described {
  readonly label: string
  readonly attributes: ReadonlyMap<string, string>
  readonly content: readonly XmlNode[]
}

export function describe(node: XmlNode, attributes: readonly string[]): Described {
  checkElement(node, attributes)
  const content = node.children.filter(({ name }) => name !== 'label' && name !== 'attributes')
  const [label, second] = node.children.filter(({ name }) => name === 'label')
  if (second) refuse(second, `<${node.name}> has two labels.`)
  if (label) checkElement(label, [])
  const words = label?.text.trim().replace(/\s*\n\s*/g, ' ') ?? ''
  if (words.length > 2_000) refuse(label!, 'A label may have 2,000 characters at most.')
  return { label: words, attributes: attributesOf(node), content }
}

function attributesOf(node: XmlNode): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const list of node.children.filter(({ name }) => name === 'attributes')) {
    checkElement(list, [])
    for (const one of list.children) {
      if (one.name !== 'attribute') refuse(one, `<${one.name}> is not read among attributes.`)
      checkElement(one, ['name', 'value', 'type'])
      const name = attributeOf(one, 'name')
      if (found.has(name)) refuse(one, `There are two attributes “${shortened(name)}”.`)
      found.set(name, one.attributes['value'] ?? '')
    }
  }
  return found
}

export const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

export function readTruth(node: XmlNode): boolean {
  checkElement(node, ['value'])
  const value = attributeOf(node, 'value')
  if (value !== 'true' && value !== 'false') refuse(node, `“${shortened(value)}” is neither true nor false.`)
  return value === 'true'
}
