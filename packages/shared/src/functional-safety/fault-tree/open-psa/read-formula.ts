import type { XmlNode } from '../../../core/documents/xml-tree.ts'
import type { GateKind } from '../../../graph/fault-tree/fault-tree.ts'
import { type FaultNode, type GateNode, mostParts } from '../tree.ts'
import { repeatedIn } from '../whole-tree.ts'
import { attributeOf, checkElement, readTruth, refuse, shortened } from './xml.ts'

export interface FormulaDeps {
  /** The id of the event that an element refers to. */
  readonly eventOf: (node: XmlNode) => string
  /** An id that no node has yet. */
  readonly freeId: (near: string) => string
  readonly add: (node: FaultNode) => void
}

const references: readonly string[] = ['event', 'gate', 'basic-event', 'house-event']

/**
 * Adds the gate `id` with a formula, and gates for what is nested in it (Open-PSA MEF 2.0d, 4.3). Formulas that have no
 * gate of their own become several: NAND, NOR and IFF end with a NOT, IMPLY is an OR, a cardinality is an AND of two
 * bounds. XOR and IFF of more than two are chains: they are associative.
 */
export function readFormula(formula: XmlNode, id: string, deps: FormulaDeps): void {
  const title = { title: '', note: '' }
  const gate = (own: string, kind: GateKind, parts: readonly string[], least?: number): string => {
    const double = repeatedIn(parts)
    if (double !== undefined) refuse(formula, `${id} has ${double} as an input twice.`)
    const node: GateNode = { id: own, ...title, kind: 'gate', gate: kind, parts: [...parts] }
    deps.add(least === undefined ? node : { ...node, least })
    return own
  }
  const inner = () => deps.freeId(id)

  /** The id of a part: of what it refers to, or of a gate that is made for it. */
  function part(node: XmlNode): string {
    if (references.includes(node.name)) return deps.eventOf(node)
    if (node.name !== 'constant') return make(node, inner())
    const own = inner()
    deps.add({ id: own, ...title, kind: 'house', state: readTruth(node) })
    return own
  }

  function make(node: XmlNode, own: string): string {
    if (references.includes(node.name) || node.name === 'constant') return gate(own, 'or', [part(node)])
    if (!kinds.includes(node.name)) refuse(node, `<${shortened(node.name)}> is not read in a formula.`)
    checkElement(node, { atleast: ['min'], cardinality: ['min', 'max'] }[node.name] ?? [])
    if (node.children.length === 0) refuse(node, `<${node.name}> has no inputs.`)
    if (node.children.length > mostParts)
      refuse(node, `A gate may have ${mostParts.toLocaleString('en')} inputs at most.`)
    const wanted = { not: 1, imply: 2 }[node.name]
    if (wanted !== undefined && node.children.length !== wanted)
      refuse(node, `<${node.name}> takes ${wanted === 1 ? '1 input' : '2 inputs'}, and has ${node.children.length}.`)
    if ((node.name === 'xor' || node.name === 'iff') && node.children.length < 2)
      refuse(node, `<${node.name}> takes 2 inputs or more, and has 1.`)
    const parts = node.children.map(part)
    const chain = (last: string): string => {
      const [first, ...rest] = parts as [string, ...string[]]
      return rest.reduce((left, right, i) => gate(i === rest.length - 1 ? last : inner(), 'xor', [left, right]), first)
    }
    switch (node.name as Kind) {
      case 'and':
      case 'or':
      case 'not':
        return gate(own, node.name as GateKind, parts)
      case 'nand':
        return gate(own, 'not', [gate(inner(), 'and', parts)])
      case 'nor':
        return gate(own, 'not', [gate(inner(), 'or', parts)])
      case 'xor':
        return chain(own)
      case 'iff':
        // F iff G is not (F xor G): each further link negates once more
        return parts.length % 2 === 1 ? chain(own) : gate(own, 'not', [chain(inner())])
      case 'imply':
        return gate(own, 'or', [gate(inner(), 'not', [parts[0]!]), parts[1]!])
      case 'atleast':
        return gate(own, 'at-least', parts, boundOf(node, 'min', 1))
      case 'cardinality':
        return cardinality(node, own, parts)
    }
  }

  function cardinality(node: XmlNode, own: string, parts: readonly string[]): string {
    const [least, most] = [boundOf(node, 'min', 0), boundOf(node, 'max', 0)]
    if (least > most) refuse(node, `<cardinality> has the bounds ${least} and ${most}.`)
    if (least === 0 && most === parts.length) {
      const always = inner()
      deps.add({ id: always, ...title, kind: 'house', state: true })
      return gate(own, 'or', [always])
    }
    if (most === parts.length) return gate(own, 'at-least', parts, least)
    if (least === 0) return gate(own, 'not', [gate(inner(), 'at-least', parts, most + 1)])
    const tooMany = gate(inner(), 'at-least', parts, most + 1)
    return gate(own, 'and', [gate(inner(), 'at-least', parts, least), gate(inner(), 'not', [tooMany])])
  }

  make(formula, id)
}

const kinds: readonly string[] = [
  'and',
  'or',
  'not',
  'nand',
  'nor',
  'xor',
  'iff',
  'imply',
  'atleast',
  'cardinality',
] satisfies Kind[]
type Kind = 'and' | 'or' | 'not' | 'nand' | 'nor' | 'xor' | 'iff' | 'imply' | 'atleast' | 'cardinality'

function boundOf(node: XmlNode, name: string, lowest: number): number {
  const text = attributeOf(node, name)
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < lowest || value > node.children.length)
    refuse(node, `“${shortened(text)}” is no ${name} of ${node.children.length} inputs.`)
  return value
}
