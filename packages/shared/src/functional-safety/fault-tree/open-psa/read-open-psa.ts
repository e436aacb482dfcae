import { z } from 'zod'
import { parseXml, type XmlNode } from '../../../core/documents/xml-tree.ts'
import { type Parsed, parsed, refused } from '../../../core/parsed.ts'
import { type ImportedTree, type ImportOptions, mostText, usualMissionTime } from '../imported-tree.ts'
import { freeId } from '../join-trees.ts'
import { mostNodes, type FaultNode, StoredTree, type Parameter } from '../tree.ts'
import { faultsIn, partsOf } from '../whole-tree.ts'
import { collectDeclarations, type Declaration, type Declarations, spaceOf, wordsOf } from './declarations.ts'
import { expressionIn } from './read-expression.ts'
import { readFormula } from './read-formula.ts'
import { groupsOf, membersOf } from './read-groups.ts'
import {
  attributeOf,
  checkElement,
  OpenPsaFault,
  onlyChild,
  optionalAttribute,
  readTruth,
  refuse,
  shortened,
} from './xml.ts'

/** A document of a model, which may have several: its file's name, and its text. */
export interface OpenPsaDocument {
  readonly name: string
  readonly text: string
}

export interface OpenPsaOptions extends ImportOptions {
  /** In hours, where the documents do not state it. */
  readonly missionTime?: number
}

/** The maximum nesting of a document. */
const deepest = 60

/**
 * Reads a fault tree from Open-PSA MEF 2.0d (rules FTA-30 to FTA-36). Whatever the documents are, it returns a valid
 * tree, or the place and the reason why not: "line 12, column 5: …", with the document's name if there are several.
 */
export function readOpenPsa(documents: readonly OpenPsaDocument[], options: OpenPsaOptions = {}): Parsed<ImportedTree> {
  if (documents.reduce((sum, { text }) => sum + text.length, 0) > mostText)
    return refused(`The documents have more than ${mostText / 1e6} million characters.`)
  const placed = (name: string, reason: string) => (documents.length > 1 ? `${name}, ${reason}` : reason)
  const roots: XmlNode[] = []
  for (const { name, text } of documents) {
    const reading = parseXml(text, deepest)
    if ('root' in reading) roots.push(reading.root)
    else
      return refused(
        placed(name, reading.faults.map(({ place, message }) => `${place || 'line 1'}: ${message}`).join(' ')),
      )
  }
  try {
    return parsed(modelOf(roots, options))
  } catch (error) {
    if (!(error instanceof OpenPsaFault)) throw error
    const { node, message } = error
    const at = roots.findIndex((root) => isIn(root, node))
    return refused(placed(documents[at]!.name, `line ${node.line}, column ${node.column}: ${message}`))
  }
}

const isIn = (root: XmlNode, node: XmlNode): boolean =>
  root === node || root.children.some((child) => isIn(child, node))

function modelOf(roots: readonly XmlNode[], options: OpenPsaOptions): ImportedTree {
  const declarations = collectDeclarations(roots)
  const notes: string[] = []
  if (declarations.ignored.size > 0)
    notes.push(
      `Attributes and labels that are not kept: ${[...declarations.ignored].slice(0, 20).map(shortened).join(', ')}.`,
    )
  const { nodes, undefinedEvents } = nodesOf(declarations, notes)
  const groups = groupsOf(declarations, undefinedEvents)
  const parameters = parametersOf(declarations)
  const missionTime = missionTimeOf(declarations, roots[0]!, options, notes)
  const tops = topsOf(declarations, nodes)
  const gate = declarations.all.find(({ kind }) => kind === 'gate') ?? refuse(roots[0]!, 'The model has no gate.')
  const top = options.top ?? tops[0] ?? gate.id
  if (options.top === undefined && tops.length > 1)
    notes.push(`Several gates are at the top: ${tops.slice(0, 20).join(', ')}. ${top} is the top event.`)
  const tree = { top, missionTime, nodes, groups, parameters }
  return { tree: validTree(tree, declarations, roots[0]!), title: declarations.title, tops, notes }
}

function validTree(tree: StoredTree, { all }: Declarations, root: XmlNode): StoredTree {
  const shape = StoredTree.safeParse(tree)
  if (!shape.success) return refuse(root, shapeFault(shape.error.issues[0]))
  const [fault] = faultsIn(shape.data)
  if (fault === undefined) return shape.data
  return refuse(all.find(({ id }) => id === fault.id)?.node ?? root, fault.message)
}

function shapeFault(issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined): string {
  return `The tree is not accepted (${issue?.path.map(String).join('/')}): ${issue?.message}.`
}

/** The nodes, and the ids of events without a definition by their names. */
function nodesOf(declarations: Declarations, notes: string[]) {
  const nodes = new Map<string, FaultNode>()
  const { all, find } = declarations
  const declared = new Set(all.filter(({ kind }) => spaceOf(kind) === 'event').map(({ id }) => id))
  // no id that is made for a nested formula is the name of an event without a definition
  const taken = new Set([...declared, ...all.flatMap(({ content }) => content.flatMap(namesIn))])
  const undefinedEvents = new Map<string, string>()
  const blank = { title: '', note: '', probability: null, artefact: null } as const

  /** An event without a definition is a basic event (Open-PSA MEF 2.0d, 5.1). */
  function undefinedEvent(name: string, node: XmlNode): string {
    const known = undefinedEvents.get(name)
    if (known !== undefined) return known
    if (name.includes('.')) refuse(node, `${shortened(name)} is not defined.`)
    // the id of a private event may be its name, by chance
    const id = declared.has(name) ? freeId(name, taken) : name
    undefinedEvents.set(name, id)
    nodes.set(id, { ...blank, id, kind: 'basic' })
    return id
  }

  function eventOf(node: XmlNode, path: readonly string[]): string {
    checkElement(node, node.name === 'event' ? ['name', 'type'] : ['name'])
    const name = attributeOf(node, 'name')
    const type = node.name === 'event' ? optionalAttribute(node, 'type') : node.name
    const found = find('event', name, path)
    if (found === undefined)
      return type === undefined || type === 'basic-event'
        ? undefinedEvent(name, node)
        : refuse(node, `The ${shortened(type)} ${shortened(name)} is not defined.`)
    if (type !== undefined && found.kind !== type)
      refuse(node, `${name} is not a ${shortened(type)}: line ${found.node.line} defines it as a ${found.kind}.`)
    return found.id
  }

  const conditions = new Set(all.filter(isConditional).map(({ id }) => id))
  for (const one of all) {
    const { kind, id, node, content, path } = one
    const words = wordsOf(one)
    if (kind === 'gate') {
      readFormula(onlyChild(node, content, 'formula'), id, {
        eventOf: (reference) => eventOf(reference, path),
        freeId: (near) => freeId(`${near}_part`, taken),
        add: (made) => {
          nodes.set(made.id, made)
          if (nodes.size > mostNodes) refuse(node, `A tree may have ${mostNodes.toLocaleString('en')} nodes at most.`)
        },
      })
      nodes.set(id, flavored({ ...nodes.get(id)!, ...words }, one, conditions))
    } else if (kind === 'house-event') {
      const constant = content.length === 0 ? undefined : onlyChild(node, content, 'constant')
      if (constant && constant.name !== 'constant') refuse(constant, `<${constant.name}> is not read in a house event.`)
      nodes.set(id, { id, ...words, kind: 'house', state: constant ? readTruth(constant) : false })
    } else if (kind === 'basic-event') {
      const expression = content.length === 0 ? null : expressionIn(onlyChild(node, content, 'expression'), one, find)
      nodes.set(id, flavored({ ...blank, id, ...words, kind: 'basic', probability: expression }, one, conditions))
    } else if (kind === 'CCF-group') for (const member of membersOf(one)) eventOf(member, path)
  }
  const members = new Set(
    all.flatMap((one) => (one.kind === 'CCF-group' ? membersOf(one).map((member) => attributeOf(member, 'name')) : [])),
  )
  const withoutGroup = [...undefinedEvents.keys()].filter((name) => !members.has(name))
  if (withoutGroup.length > 0)
    notes.push(
      `Not defined, and so basic events without a probability: ${withoutGroup.slice(0, 20).map(shortened).join(', ')}` +
        `${withoutGroup.length > 20 ? ` and ${withoutGroup.length - 20} more` : ''}.`,
    )
  return { nodes: [...nodes.values()], undefinedEvents }
}

const isConditional = ({ attributes }: Declaration) => attributes.get('flavor') === 'conditional'

/** All names that are mentioned in an element. */
const namesIn = (node: XmlNode): string[] => [
  ...(node.attributes['name'] === undefined ? [] : [node.attributes['name'].trim()]),
  ...node.children.flatMap(namesIn),
]

/** A node as its attribute `flavor` has it, as SCRAM writes it: inhibit, undeveloped, conditional. */
function flavored(node: FaultNode, { attributes, node: xml }: Declaration, conditions: ReadonlySet<string>): FaultNode {
  const flavor = attributes.get('flavor')
  const artefact = attributes.get('artefact')
  if (node.kind === 'gate') {
    if (flavor === undefined) return node
    if (flavor !== 'inhibit' || node.gate !== 'and')
      refuse(xml, `The flavor “${shortened(flavor)}” of a gate is not read.`)
    const own = node.parts.filter((part) => conditions.has(part))
    const others = node.parts.filter((part) => !conditions.has(part))
    return { ...node, gate: 'inhibit', parts: own.length === 1 ? [...others, ...own] : node.parts }
  }
  if (!('probability' in node)) return node
  const kinds = { undeveloped: 'undeveloped', conditional: 'conditioning' } as const
  if (flavor !== undefined && !Object.hasOwn(kinds, flavor))
    refuse(xml, `The flavor “${shortened(flavor)}” of a basic event is not read.`)
  if (artefact !== undefined && !z.uuid().safeParse(artefact).success)
    refuse(xml, `“${shortened(artefact)}” is no uuid of an artefact.`)
  return {
    ...node,
    kind: flavor === undefined ? 'basic' : kinds[flavor as keyof typeof kinds],
    artefact: artefact ?? null,
  }
}

function topsOf({ all }: Declarations, nodes: readonly FaultNode[]): string[] {
  const inputs = new Set(nodes.flatMap(partsOf))
  return all.filter(({ kind, id }) => kind === 'gate' && !inputs.has(id)).map(({ id }) => id)
}

function parametersOf({ all, find }: Declarations): Parameter[] {
  return all
    .filter(({ kind }) => kind === 'parameter')
    .map((one) => ({
      id: one.id,
      ...wordsOf(one),
      unit: optionalAttribute(one.node, 'unit') ?? null,
      value: expressionIn(onlyChild(one.node, one.content, 'expression'), one, find),
    }))
}

function missionTimeOf(
  { attributes, all }: Declarations,
  root: XmlNode,
  options: OpenPsaOptions,
  notes: string[],
): number {
  const stated = attributes.get('mission-time')
  if (stated !== undefined) {
    const hours = Number(stated)
    return hours > 0 && hours <= 1e9 ? hours : refuse(root, `“${shortened(stated)}” is no mission time in hours.`)
  }
  if (options.missionTime !== undefined) return options.missionTime
  if (all.some(({ node }) => mentions(node, 'system-mission-time')))
    notes.push(`The model does not state its mission time: ${usualMissionTime.toLocaleString('en')} hours are assumed.`)
  return usualMissionTime
}

const mentions = (node: XmlNode, name: string): boolean =>
  node.name === name || node.children.some((child) => mentions(child, name))
