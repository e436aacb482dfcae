import type { XmlNode } from '../../../core/documents/xml-tree.ts'
import { freeId } from '../join-trees.ts'
import { nodeId } from '../tree.ts'
import { attributeOf, describe, type Described, optionalAttribute, refuse, shortened } from './xml.ts'

export type DeclaredKind = 'gate' | 'basic-event' | 'house-event' | 'parameter' | 'CCF-group'

/** All nodes, common-cause groups and parameters that a tree may have. */
const mostDefinitions = 7_500

/** Something that a document defines. */
export interface Declaration extends Described {
  readonly kind: DeclaredKind
  readonly name: string
  /** Its id in the tree: its name, or its path if it is private. */
  readonly id: string
  /** The names of the fault tree and of the components that it is in. */
  readonly path: readonly string[]
  readonly node: XmlNode
}

export interface Declarations {
  readonly all: readonly Declaration[]
  /** What a name means at a path: first in the innermost component and outwards, then among all that is public. */
  readonly find: (space: Space, name: string, path: readonly string[]) => Declaration | undefined
  /** Attributes and labels that are not kept, in words. */
  readonly ignored: ReadonlySet<string>
  /** The attributes of the documents themselves. */
  readonly attributes: ReadonlyMap<string, string>
  /** The label of the first fault tree, or its name. */
  readonly title: string
}

/** Names of events, of parameters and of groups do not clash. */
export type Space = 'event' | 'parameter' | 'group'
export const spaceOf = (kind: DeclaredKind): Space =>
  kind === 'parameter' ? 'parameter' : kind === 'CCF-group' ? 'group' : 'event'

const definitions: Readonly<Record<string, { readonly kind: DeclaredKind; readonly attributes: readonly string[] }>> = {
  'define-gate': { kind: 'gate', attributes: ['name', 'role'] },
  'define-basic-event': { kind: 'basic-event', attributes: ['name', 'role'] },
  'define-house-event': { kind: 'house-event', attributes: ['name', 'role'] },
  'define-parameter': { kind: 'parameter', attributes: ['name', 'role', 'unit'] },
  'define-CCF-group': { kind: 'CCF-group', attributes: ['name', 'model'] },
}

/** The attributes that are kept, of what has them. */
const keptAttributes = {
  gate: ['flavor', 'note'],
  'basic-event': ['flavor', 'artefact', 'note'],
  'house-event': ['note'],
  parameter: ['note'],
  'CCF-group': ['staggered', 'note'],
} as const satisfies Record<DeclaredKind, readonly string[]>

/**
 * Collects all that documents define (Open-PSA MEF 2.0d, chapters 4 and 7). What is not about fault trees is refused
 * with its place.
 */
export function collectDeclarations(roots: readonly XmlNode[]): Declarations {
  const found: Omit<Declaration, 'id'>[] = []
  const isPrivateOf = new Map<XmlNode, boolean>()
  const ignored = new Set<string>()
  const attributes = new Map<string, string>()
  let title: string | undefined

  function define(node: XmlNode, path: readonly string[], isPrivate: boolean): void {
    const { kind, attributes: allowed } = definitions[node.name]!
    const name = nameOf(node)
    const described = describe(node, allowed)
    for (const key of described.attributes.keys())
      if (!(keptAttributes[kind] as readonly string[]).includes(key)) ignored.add(key)
    isPrivateOf.set(node, isPrivateIn(node, isPrivate))
    found.push({ ...described, kind, name, path, node })
    if (found.length > mostDefinitions)
      refuse(node, `A model may have ${mostDefinitions.toLocaleString('en')} definitions at most.`)
  }

  function walk(node: XmlNode, path: readonly string[], isPrivate: boolean): void {
    if (Object.hasOwn(definitions, node.name)) return define(node, path, isPrivate)
    if (node.name === 'model-data') return walkContent(describe(node, []), path, isPrivate)
    if (node.name !== 'define-fault-tree' && node.name !== 'define-component')
      refuse(node, `<${shortened(node.name)}> is not read: only fault trees are.`)
    const described = describe(node, node.name === 'define-component' ? ['name', 'role'] : ['name'])
    for (const key of described.attributes.keys()) ignored.add(key)
    if (title === undefined && node.name === 'define-fault-tree') title = described.label || nameOf(node)
    else if (described.label !== '') ignored.add(`the label of ${nameOf(node)}`)
    walkContent(described, [...path, nameOf(node)], isPrivateIn(node, isPrivate))
  }

  function walkContent({ content }: Described, path: readonly string[], isPrivate: boolean): void {
    for (const child of content) walk(child, path, isPrivate)
  }

  for (const root of roots) {
    if (root.name !== 'opsa-mef') refuse(root, `<${shortened(root.name)}> is no Open-PSA model: <opsa-mef> is.`)
    const described = describe(root, ['name', 'version', 'noNamespaceSchemaLocation', 'schemaLocation'])
    for (const [key, value] of described.attributes)
      if (key === 'mission-time') attributes.set(key, value)
      else ignored.add(key)
    if (described.label !== '') ignored.add('the label of the model')
    walkContent(described, [], false)
  }
  return { ...withIds(found, isPrivateOf), ignored, attributes, title: title ?? '' }
}

function nameOf(node: XmlNode): string {
  const name = attributeOf(node, 'name')
  if (!nodeId.safeParse(name).success)
    refuse(node, `“${shortened(name)}” is no name: letters, digits, _ and single hyphens, a letter first.`)
  return name
}

function isPrivateIn(node: XmlNode, outer: boolean): boolean {
  const role = optionalAttribute(node, 'role')
  if (role !== undefined && role !== 'private' && role !== 'public')
    refuse(node, `The role “${shortened(role)}” is neither private nor public.`)
  return role === undefined ? outer : role === 'private'
}

function withIds(found: readonly Omit<Declaration, 'id'>[], isPrivateOf: ReadonlyMap<XmlNode, boolean>) {
  const taken = { event: new Set<string>(), parameter: new Set<string>(), group: new Set<string>() }
  const byName = new Map<string, Declaration>()
  const byPath = new Map<string, Declaration>()
  const idOf = new Map<XmlNode, string>()
  const isPublic = ({ node, path }: Omit<Declaration, 'id'>) => !isPrivateOf.get(node) || path.length === 0
  for (const one of found)
    if (isPublic(one)) {
      taken[spaceOf(one.kind)].add(one.name)
      idOf.set(one.node, one.name)
    }
  for (const { node, kind, path, name } of found)
    if (!idOf.has(node)) idOf.set(node, freeId([...path, name].join('_'), taken[spaceOf(kind)]))
  const all = found.map((one): Declaration => ({ ...one, id: idOf.get(one.node)! }))
  for (const one of all) {
    const space = spaceOf(one.kind)
    const path = `${space} ${[...one.path, one.name].join('.')}`
    const first = byPath.get(path) ?? (isPublic(one) ? byName.get(`${space} ${one.name}`) : undefined)
    if (first) refuse(one.node, `${one.name} is defined twice: first in line ${first.node.line}.`)
    byPath.set(path, one)
    if (isPublic(one)) byName.set(`${space} ${one.name}`, one)
  }
  return {
    all,
    find: (space: Space, name: string, path: readonly string[]): Declaration | undefined => {
      for (let depth = path.length; depth >= 0; depth--) {
        const local = byPath.get(`${space} ${[...path.slice(0, depth), name].join('.')}`)
        if (local) return local
      }
      return byName.get(`${space} ${name}`)
    },
  }
}

/** The title and the note of a definition: a label that is longer than a title is the note. */
export function wordsOf({ label, attributes, node }: Declaration): { title: string; note: string } {
  const note = attributes.get('note') ?? ''
  if (note.length > 2_000) refuse(node, 'A note may have 2,000 characters at most.')
  if (label.length <= 200) return { title: label, note }
  if (note !== '') refuse(node, 'With a note, a label may have 200 characters at most.')
  return { title: '', note: label }
}
