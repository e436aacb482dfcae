import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import type { getImpact, Link, Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { z } from 'zod'

type Reached = z.output<typeof getImpact.output>

/** A stage of the trace: which kinds are in it, and where the trace continues from there. */
export interface Stage {
  readonly key: string
  readonly title: string
  readonly kinds: readonly string[]
  /** Stages are sorted by this, ascending. */
  readonly order: number
  /**
   * The stage takes only artefacts that were found in this direction: one kind can be at the start and at the end of
   * the chain. The trace does not continue from such a stage, except along links of the kind `along`.
   */
  readonly side?: 'upstream' | 'downstream'
  readonly along?: string
  /** A kind of link with both ends in this stage. */
  readonly within?: string
}

export interface ChainNode extends Node {
  readonly depth: number
  /** Suspect links to it. */
  readonly suspects: readonly Link[]
}

export interface ChainStage {
  readonly key: string
  readonly title: string
  /** Whether this is the stage of the open artefact. */
  readonly isHere: boolean
  /** Suspect artefacts first, then by distance. */
  readonly nodes: readonly ChainNode[]
}

type Side = Pick<Reached, 'nodes' | 'links'>

/**
 * The stages of the chain through an artefact, from its sources to what is derived from it. Empty stages are left out
 * (rule GRAPH-UI-13).
 */
export function chainOf(
  self: Node,
  everythingUp: Side,
  everythingDown: Side,
  stages: readonly Stage[],
): readonly ChainStage[] {
  const upstream = alongChain(self, everythingUp, 'upstream', stages)
  const downstream = alongChain(self, everythingDown, 'downstream', stages)
  const suspects = suspectsByEnd([...upstream.links, ...downstream.links])
  const inChain = (node: Node, depth: number): ChainNode => ({
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
    const nodes = onceEach(found.map((node) => inChain(node, node.depth))).sort(nearestFirst)
    return {
      key: stage.key,
      title: stage.title,
      isHere: isOwn(stage),
      nodes: isOwn(stage) ? [inChain(self, 0), ...nodes] : nodes,
    }
  })
  const chain = known.filter(({ nodes }) => nodes.length > 0)
  if (chain.some(({ isHere }) => isHere)) return chain
  return [
    {
      key: self.kind,
      title: artefactKindNamed(self.kind)?.title ?? self.kind,
      isHere: true,
      nodes: [inChain(self, 0)],
    },
    ...chain,
  ]
}

/**
 * The subset of all connected artefacts that the chain leads to. Each step goes to a later stage (upstream: to an
 * earlier one) and never back. A link within a stage stays in it. From a stage at the start or end of the chain it
 * continues along one kind of link only: from a part of the item to what contains it; a component leads to nothing.
 */
function alongChain(
  self: Node,
  { nodes, links }: Side,
  side: 'upstream' | 'downstream',
  stages: readonly Stage[],
): Side {
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
      if (here && there && goesOn(here.kind, there.kind, link.kind, uuid === self.uuid)) reached.add(link[far])
    }
  }
  return {
    nodes: nodes.filter(({ uuid }) => reached.has(uuid)),
    links: links.filter(({ from, to }) => reached.has(from) && reached.has(to)),
  }

  function goesOn(here: string, there: string, link: string, isFirst: boolean): boolean {
    const [from, to] = [placeOf(here), placeOf(there)]
    if (isFirst) return to >= 0
    const { side: only, along, within } = stages[from] ?? {}
    if (only !== undefined) return link === along
    if (link === within) return true
    return to >= 0 && (side === 'downstream' ? to > from : to < from)
  }

  function placeOf(kind: string): number {
    return stages.findIndex((stage) => stage.kinds.includes(kind) && (stage.side ?? side) === side)
  }
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
