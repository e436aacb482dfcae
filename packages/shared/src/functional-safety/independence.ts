import type { Parsed } from '../core/parsed.ts'
import { joinTrees, type Origin } from './fault-tree/join-trees.ts'
import type { StoredTree } from './fault-tree/tree.ts'

/** One part of a decomposition, with what could make it fail. */
export interface PartCauses {
  /** The artefacts that it, and what is derived from it, is assigned to. */
  readonly elements: ReadonlySet<string>
  /** The failures of these elements, and all failures that result in them. */
  readonly failures: ReadonlySet<string>
}

/** A basic event of a fault tree that stands for a failure. */
export interface CommonEvent extends Origin {
  readonly failure: string
}

export interface CommonGroup {
  readonly group: string
  readonly one: readonly CommonEvent[]
  readonly other: readonly CommonEvent[]
}

export const verdicts = ['independent', 'dependent', 'unknown'] as const

export interface Independence {
  readonly verdict: (typeof verdicts)[number]
  /** The elements that both parts are assigned to. */
  readonly elements: readonly string[]
  /** The basic events that are causes of failures of both parts. */
  readonly events: readonly CommonEvent[]
  /** The common-cause groups that have events of both parts, with these events. */
  readonly groups: readonly CommonGroup[]
  /** Why it is not known, or which tree was left out. */
  readonly notes: readonly string[]
}

/**
 * Whether the parts of a decomposition are independent by the fault trees of the goal, whose uuids are `tops`; `trees`
 * has these and those that they transfer in (ISO 26262-9, clause 7; rule ASIL-10).
 */
export function independenceOf(
  one: PartCauses,
  other: PartCauses,
  tops: readonly string[],
  trees: ReadonlyMap<string, StoredTree>,
): Independence {
  const elements = [...one.elements].filter((uuid) => other.elements.has(uuid))
  const found = tops.map((top) => commonIn(one, other, joinTrees(top, trees)))
  const events = uniqueBy(found.flatMap((tree) => tree.events))
  const groups = found.flatMap((tree) => tree.groups)
  const notes = found.flatMap(({ note }) => note ?? [])
  if (tops.length === 0) notes.push('The goal has no fault tree.')
  const has = (side: 'hasOne' | 'hasOther') => found.some((tree) => tree[side])
  if (tops.length > 0 && !has('hasOne')) notes.push('No basic event is a cause of a failure of the first part.')
  if (tops.length > 0 && !has('hasOther')) notes.push('No basic event is a cause of a failure of the second part.')
  const isDependent = elements.length + events.length + groups.length > 0
  const verdict = isDependent ? 'dependent' : notes.length > 0 ? 'unknown' : 'independent'
  return { verdict, elements, events, groups, notes }
}

interface Common extends Pick<Independence, 'events' | 'groups'> {
  readonly hasOne: boolean
  readonly hasOther: boolean
  readonly note?: string
}

function commonIn(one: PartCauses, other: PartCauses, joined: ReturnType<typeof joinTrees>): Common {
  if (!joined.ok) return { hasOne: false, hasOther: false, events: [], groups: [], note: reasonOf(joined) }
  const { tree, origins } = joined.value
  const events = new Map(
    tree.nodes.flatMap((node): [string, CommonEvent][] =>
      'artefact' in node && node.artefact !== null
        ? [[node.id, { ...origins.get(node.id)!, failure: node.artefact }]]
        : [],
    ),
  )
  const of = ({ failures }: PartCauses, some: readonly CommonEvent[]) =>
    some.filter(({ failure }) => failures.has(failure))
  const all = [...events.values()]
  return {
    hasOne: of(one, all).length > 0,
    hasOther: of(other, all).length > 0,
    events: of(other, of(one, all)),
    groups: tree.groups.flatMap(({ id, members }) => {
      const inGroup = members.flatMap((member) => events.get(member) ?? [])
      const sides = { one: of(one, inGroup), other: of(other, inGroup) }
      return sides.one.length > 0 && sides.other.length > 0 ? [{ group: id, ...sides }] : []
    }),
  }
}

const reasonOf = (refused: Parsed<unknown>) => (refused.ok ? '' : refused.reason)

function uniqueBy(events: readonly CommonEvent[]): CommonEvent[] {
  return [...new Map(events.map((event) => [`${event.tree} ${event.node}`, event])).values()]
}
