import { artefactKindNamed, artefactKinds, joins, linkKinds } from '@carapace/shared/artefact-kinds'
import type { LinkKind } from '@carapace/shared/graph/artefacts/link-kind'
import type { Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { LinkInput } from '../store/program-api.ts'

/** One way in which an artefact can be linked: the link kind, the direction, and the kinds at the other end. */
export interface LinkSide {
  readonly key: string
  /** As text, seen from the artefact: "Is answered by". */
  readonly title: string
  readonly side: 'upstream' | 'downstream'
  readonly links: readonly string[]
  /** Kinds that may be at the other end. */
  readonly ends: readonly string[]
  /** Only one link is allowed. */
  readonly isSingle: boolean
}

/** The side of an artefact of a kind that has links of one kind; undefined where there are none. */
export function linkSide(kind: string, linkName: string, side: 'upstream' | 'downstream'): LinkSide | undefined {
  const link = linkKinds.find((each) => each.kind === linkName)
  return link && sideOf(kind, link, side)
}

/** All ways to link an artefact of a kind by hand; without the links that its fields imply (rule GRAPH-7). */
export function linkSides(kind: string): readonly LinkSide[] {
  return linkKinds.flatMap((link) =>
    (['upstream', 'downstream'] as const).flatMap((side) => sideOf(kind, link, side) ?? []),
  )
}

function sideOf(kind: string, link: LinkKind, side: 'upstream' | 'downstream'): LinkSide | undefined {
  const ends = artefactKinds
    .map((each) => each.kind)
    .filter((end) =>
      side === 'upstream'
        ? joins(link, end, kind) && !isImplied(link, kind)
        : joins(link, kind, end) && !isImplied(link, end),
    )
  if (ends.length === 0) return undefined
  const words = side === 'upstream' ? link.backward : link.forward
  const isSingle = link.single === 'both' || link.single === (side === 'upstream' ? 'to' : 'from')
  return {
    key: `${link.kind} ${side}`,
    title: `${words[0]!.toUpperCase()}${words.slice(1)}`,
    side,
    links: [link.kind],
    ends,
    isSingle,
  }
}

function isImplied({ kind }: LinkKind, downstream: string): boolean {
  return artefactKindNamed(downstream)?.impliedLinkKinds.includes(kind) ?? false
}

/** The request input that links the two artefacts. */
export function linkInputOf(
  { side, links }: LinkSide,
  from: Pick<Node, 'uuid' | 'kind'>,
  other: Pick<Node, 'uuid' | 'kind'>,
): LinkInput {
  const [up, down] = side === 'upstream' ? [other, from] : [from, other]
  const kind = links.find((name) => {
    const link = linkKinds.find((each) => each.kind === name)
    return link !== undefined && joins(link, up.kind, down.kind)
  })
  return { kind: kind ?? links[0]!, from: up.uuid, to: down.uuid }
}
