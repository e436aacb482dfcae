import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import type { getImpact, Link, Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { z } from 'zod'

type Reached = z.output<typeof getImpact.output>

/** A stage of the trace: what stands in it, and where the trace goes on from there. */
export interface Stage {
  readonly key: string
  readonly title: string
  readonly kinds: readonly string[]
  /** Stages follow one another in ascending order. */
  readonly order: number
  /**
   * Only what is found upstream or downstream stands here: one kind can begin the chain and end it. The trace goes no
   * further from such a stage, except along links of the kind `along`.
   */
  readonly side?: 'upstream' | 'downstream'
  readonly along?: string
  /** A kind of link whose both ends stand in this stage. */
  readonly within?: string
}

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
 * The chain through an artefact, from what it is derived from to what is derived from it; stages without anything are
 * left out (rule GRAPH-UI-13).
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
 * Of all that an artefact touches only what the chain leads to: each step goes on to a later stage (or an earlier one,
 * upstream), not back and round. A link within a stage stays in it. From a stage that begins or ends the chain it goes
 * on along one kind of link alone: a part of the item to what contains it, a component to nothing.
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
