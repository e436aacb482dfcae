import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import type { getImpact, Link, Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { z } from 'zod'

type Reached = z.output<typeof getImpact.output>

/** A place of the chain that everything engineered hangs on. */
interface Stage {
  readonly key: string
  readonly title: string
  readonly kinds: readonly string[]
  /** Elements of the item come first, and once more where something is allocated to them. */
  readonly side?: 'upstream' | 'downstream'
}

const elements = ['system', 'component', 'feature', 'function', 'channel', 'data']

/** From the item to what is verified, in the order in which one follows from the other (mockup 07). */
const stages: readonly Stage[] = [
  { key: 'item', title: 'Item', kinds: elements, side: 'upstream' },
  { key: 'asset', title: 'Asset', kinds: ['asset'] },
  { key: 'damage', title: 'Damage scenario', kinds: ['damage-scenario'] },
  { key: 'threat', title: 'Threat scenario', kinds: ['threat-scenario'] },
  { key: 'path', title: 'Attack path', kinds: ['attack-tree'] },
  { key: 'goal', title: 'Cybersecurity goal', kinds: ['goal', 'claim'] },
  { key: 'concept', title: 'Security concept', kinds: ['concept'] },
  { key: 'event', title: 'Cybersecurity event', kinds: ['security-event'] },
  { key: 'requirement', title: 'Requirement', kinds: ['requirement'] },
  {
    key: 'realised',
    title: 'Specification and controls',
    kinds: ['specification', 'control', 'production-control', 'decommissioning'],
  },
  { key: 'verification', title: 'Verification', kinds: ['test-case', 'validation'] },
  { key: 'component', title: 'Component', kinds: elements, side: 'downstream' },
  { key: 'work-product', title: 'Work product', kinds: ['work-product'] },
]

export interface ChainNode extends Node {
  readonly depth: number
  /** Links to it that are in doubt. */
  readonly suspects: readonly Link[]
}

export interface ChainStage {
  readonly key: string
  readonly title: string
  /** Whether it is the stage of what lies open. */
  readonly isHere: boolean
  /** What is in doubt first, then what is nearest. */
  readonly nodes: readonly ChainNode[]
}

type Side = Pick<Reached, 'nodes' | 'links'>

/**
 * The chain through an artefact, from what it comes of to what comes of it; stages without anything are left out (rule
 * CG13).
 */
export function chainOf(self: Node, everythingUp: Side, everythingDown: Side): readonly ChainStage[] {
  const upstream = alongChain(self, everythingUp, 'upstream')
  const downstream = alongChain(self, everythingDown, 'downstream')
  const suspects = suspectsByEnd([...upstream.links, ...downstream.links])
  const told = (node: Node, depth: number): ChainNode => ({
    uuid: node.uuid,
    kind: node.kind,
    code: node.code,
    title: node.title,
    status: node.status,
    depth,
    suspects: suspects.get(node.uuid) ?? [],
  })
  const sides = { upstream: upstream.nodes, downstream: downstream.nodes }
  const all = [...upstream.nodes, ...downstream.nodes]
  const isOwn = (stage: Stage) => stage.kinds.includes(self.kind) && stage.side !== 'downstream'
  const known = stages.map((stage): ChainStage => {
    const found = (stage.side ? sides[stage.side] : all).filter(
      ({ kind, uuid }) => stage.kinds.includes(kind) && uuid !== self.uuid,
    )
    const nodes = onceEach(found.map((node) => told(node, node.depth))).sort(nearestFirst)
    return {
      key: stage.key,
      title: stage.title,
      isHere: isOwn(stage),
      nodes: isOwn(stage) ? [told(self, 0), ...nodes] : nodes,
    }
  })
  const chain = known.filter(({ nodes }) => nodes.length > 0)
  if (chain.some(({ isHere }) => isHere)) return chain
  return [
    { key: self.kind, title: artefactKindNamed(self.kind)?.title ?? self.kind, isHere: true, nodes: [told(self, 0)] },
    ...chain,
  ]
}

const rankOf = (kind: string, side: 'upstream' | 'downstream') =>
  stages.findIndex((stage) => stage.kinds.includes(kind) && (stage.side ?? side) === side)

/**
 * Of all that an artefact touches only what the chain leads to: each step goes on to a later stage (or an earlier one,
 * upstream), not back and round. What refines stays in its stage; a part of the item is followed to what contains it,
 * and a component that something is allocated to ends the chain.
 */
function alongChain(self: Node, { nodes, links }: Side, side: 'upstream' | 'downstream'): Side {
  const byUuid = new Map<string, Pick<Reached['nodes'][number], 'kind'>>([
    ...nodes.map((node) => [node.uuid, node] as const),
    [self.uuid, self],
  ])
  const [near, far] = side === 'upstream' ? (['to', 'from'] as const) : (['from', 'to'] as const)
  const byNear = Map.groupBy(links, (link) => link[near])
  const reached = new Set([self.uuid])
  for (const uuid of reached) {
    for (const link of byNear.get(uuid) ?? []) {
      const [here, there] = [byUuid.get(uuid), byUuid.get(link[far])]
      if (here && there && goesOn(here.kind, there.kind, link.kind, side, uuid === self.uuid)) reached.add(link[far])
    }
  }
  return {
    nodes: nodes.filter(({ uuid }) => reached.has(uuid)),
    links: links.filter(({ from, to }) => reached.has(from) && reached.has(to)),
  }
}

function goesOn(here: string, there: string, link: string, side: 'upstream' | 'downstream', isFirst: boolean): boolean {
  const [from, to] = [rankOf(here, side), rankOf(there, side)]
  if (isFirst) return to >= 0
  if (elements.includes(here)) return link === 'contains' && side === 'upstream'
  if (link === 'refines') return true
  return to >= 0 && (side === 'downstream' ? to > from : to < from)
}

function onceEach(nodes: readonly ChainNode[]): ChainNode[] {
  return [...new Map(nodes.toReversed().map((node) => [node.uuid, node])).values()]
}

function nearestFirst(a: ChainNode, b: ChainNode): number {
  return (
    Number(b.suspects.length > 0) - Number(a.suspects.length > 0) ||
    a.depth - b.depth ||
    a.code.localeCompare(b.code, 'en', { numeric: true })
  )
}

function suspectsByEnd(links: readonly Link[]): ReadonlyMap<string, readonly Link[]> {
  const ends = new Map<string, Link[]>()
  for (const link of new Map(links.map((each) => [each.uuid, each])).values()) {
    if (link.suspect !== null) ends.set(link.to, [...(ends.get(link.to) ?? []), link])
  }
  return ends
}
