import type { Bom, BomComponent, Hash, Patch } from '@carapace/shared/sbom/documents/bom'
import { componentKeys, type ComponentKeys, distributionIn } from './component-keys.ts'
import { identityOf } from './component-identity.ts'

/** A component as the tables keep it. */
export interface IndexedComponent extends ComponentKeys {
  readonly position: number
  readonly identityKind: string
  readonly identity: string
  readonly type: string
  readonly group: string
  readonly name: string
  readonly version: string
  readonly purl: string | null
  readonly cpe: string | null
  readonly supplier: string
  readonly ref: string
  readonly parent: number | null
  readonly depth: number | null
  readonly scope: string
  readonly licence: string
  readonly paths: readonly string[]
  readonly hashes: readonly Hash[]
  readonly patches: readonly Patch[]
  readonly more: Partial<BomComponent>
  readonly crypto: BomComponent['crypto'] | null
}

/** An edge: the positions of its ends, and 1 if the first implements the second. */
export type IndexedEdges = Int32Array

export interface IndexedBom {
  readonly subject: number | null
  readonly components: readonly IndexedComponent[]
  /** Three numbers an edge: from, to, provides. */
  readonly edges: IndexedEdges
  readonly ignored: readonly string[]
}

/** The most characters that the index keeps of a text, and the most entries of a list; the document keeps all. */
const most = { name: 400, version: 200, url: 1_000, licence: 2_000, text: 4_000, entries: 100, crypto: 100_000 }

/** What the tables keep of a document (rules SBOM-20 to SBOM-24 of packages/shared/src/sbom/SPEC.md). */
export function indexBom(bom: Bom): IndexedBom {
  const positions = new Map(bom.components.map(({ ref }, position) => [ref, position]))
  const subject = bom.subject === undefined ? undefined : positions.get(bom.subject)
  const edges = edgesOf(bom, positions)
  const depths = depthsFrom(subject, edges, bom.components.length)
  const distribution = distributionIn(bom)
  const dropped: string[] = []
  const components = bom.components.map((component, position): IndexedComponent => {
    const crypto = cryptoOf(component)
    if (crypto === null && component.crypto !== undefined)
      dropped.push(`component ${component.ref.slice(0, 100)}: its crypto properties are too large for the index`)
    return {
      ...namesOf(component),
      ...identityOf(component),
      ...componentKeys(component, distribution),
      position,
      ref: component.ref.slice(0, most.url),
      parent: (component.parent === undefined ? undefined : positions.get(component.parent)) ?? null,
      depth: depths[position]! < 0 ? null : depths[position]!,
      scope: (component.scope ?? '').slice(0, 20),
      licence: (component.licence ?? '').slice(0, most.licence),
      paths: component.paths.slice(0, most.entries).map((path) => path.slice(0, most.url)),
      hashes: component.hashes.slice(0, 20),
      patches: component.patches.slice(0, most.entries),
      more: moreOf(component),
      crypto,
    }
  })
  return {
    subject: subject ?? null,
    components,
    edges,
    ignored: [...bom.ignored, ...dropped].slice(0, most.entries).map((line) => line.slice(0, most.url)),
  }
}

function namesOf(component: BomComponent) {
  return {
    type: component.type,
    group: (component.group ?? '').slice(0, most.name),
    name: component.name.slice(0, most.name),
    version: (component.version ?? '').slice(0, most.version),
    purl: component.purl?.slice(0, most.url) ?? null,
    cpe: component.cpe?.slice(0, most.url) ?? null,
    supplier: (component.supplier ?? '').slice(0, most.name),
  }
}

function moreOf(component: BomComponent): Partial<BomComponent> {
  const { description, author, copyright, swid, swhids, evidence, references, properties } = component
  return {
    ...(description !== undefined && { description: description.slice(0, most.text) }),
    ...(author !== undefined && { author: author.slice(0, most.name) }),
    ...(copyright !== undefined && { copyright: copyright.slice(0, most.text) }),
    ...(swid !== undefined && { swid: swid.slice(0, most.url) }),
    ...(swhids.length > 0 && { swhids: swhids.slice(0, most.entries) }),
    ...(evidence.length > 0 && { evidence: evidence.slice(0, most.entries) }),
    ...(references.length > 0 && {
      references: references.slice(0, most.entries).map(({ type, url }) => ({ type, url: url.slice(0, most.url) })),
    }),
    ...(properties.length > 0 && {
      properties: properties
        .slice(0, most.entries)
        .map(({ name, value }) => ({ name: name.slice(0, most.name), value: value.slice(0, most.url) })),
    }),
  }
}

function cryptoOf({ crypto }: BomComponent): BomComponent['crypto'] | null {
  return crypto !== undefined && JSON.stringify(crypto).length <= most.crypto ? crypto : null
}

/** Each edge once; one that is both needed and provided counts as needed. */
function edgesOf({ dependencies }: Bom, positions: ReadonlyMap<string, number>): IndexedEdges {
  const flat: number[] = []
  for (const { ref, dependsOn, provides } of dependencies) {
    const from = positions.get(ref)
    if (from === undefined) continue
    const seen = new Set<number>()
    for (const [targets, isProvided] of [
      [dependsOn, 0],
      [provides, 1],
    ] as const)
      for (const target of targets) {
        const to = positions.get(target)
        if (to === undefined || seen.has(to)) continue
        seen.add(to)
        flat.push(from, to, isProvided)
      }
  }
  return Int32Array.from(flat)
}

/** The fewest steps from the subject to each component, breadth first; -1: not reached. */
export function depthsFrom(subject: number | undefined, edges: IndexedEdges, count: number): Int32Array {
  const depths = new Int32Array(count).fill(-1)
  if (subject === undefined) return depths
  const { starts, targets } = adjacency(edges, count)
  const queue = new Int32Array(count)
  queue[0] = subject
  depths[subject] = 0
  for (let head = 0, tail = 1; head < tail; head++) {
    const at = queue[head]!
    for (let i = starts[at]!; i < starts[at + 1]!; i++) {
      const to = targets[i]!
      if (depths[to]! >= 0) continue
      depths[to] = depths[at]! + 1
      queue[tail++] = to
    }
  }
  return depths
}

/** The targets of each position, one after the other: those of `p` are `targets[starts[p]]` to `starts[p + 1]`. */
function adjacency(edges: IndexedEdges, count: number): { starts: Int32Array; targets: Int32Array } {
  const starts = new Int32Array(count + 1)
  for (let i = 0; i < edges.length; i += 3) starts[edges[i]! + 1]!++
  for (let p = 0; p < count; p++) starts[p + 1]! += starts[p]!
  const next = starts.slice()
  const targets = new Int32Array(edges.length / 3)
  for (let i = 0; i < edges.length; i += 3) targets[next[edges[i]!]!++] = edges[i + 1]!
  return { starts, targets }
}
