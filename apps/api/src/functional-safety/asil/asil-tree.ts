import type { Org } from '@carapace/shared/core/owned'
import { allowedDecompositions, tagText } from '@carapace/shared/functional-safety/asil'
import type { Decomposition } from '@carapace/shared/functional-safety/asil-inheritance'
import { decompositionsIn, inheritingLinks, type SafetyLink } from '@carapace/shared/functional-safety/asil-graph'
import { mostInAsilTree } from '@carapace/shared/functional-safety/asils.contract'
import {
  type CommonEvent,
  type Independence,
  independenceOf,
  type PartCauses,
} from '@carapace/shared/functional-safety/independence'
import { safetyRequirementKind } from '@carapace/shared/functional-safety/kinds/concept.kinds'
import { storedFields } from '@carapace/shared/graph/artefacts/artefact-kind'
import type { Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { artefactLinks } from '@carapace/shared/graph/artefacts/artefacts.table'
import type { Database } from '../../core/db.ts'
import { nodeOf, nodesNamed } from '../../graph/artefacts/artefacts.queries.ts'
import type { GoalSeen } from '../goals.ts'
import { type GoalTrees, treesOfGoal } from '../fault-trees.ts'
import { fieldsOf, linksFrom, nodesAmong, reachedFrom } from '../safety-graph.queries.ts'
import { storedAsils } from './asils.queries.ts'

/** Maximum decompositions of a tree that are checked. */
const mostChecked = 100

/** How the ASIL of a goal is inherited and decomposed (rules ASIL-5 to ASIL-10). */
export async function asilTreeOf(db: Database, org: Org, { programUuid, goal }: GoalSeen) {
  const reached = await reachedFrom(db, org, programUuid, inheritingLinks, [goal.uuid], 'downstream')
  const all = await linksFrom(db, org, programUuid, inheritingLinks, artefactLinks.fromUuid, reached)
  const depths = depthsFrom(goal.uuid, all)
  const shown = [...depths.keys()].slice(0, mostInAsilTree)
  const kinds = ['safety-goal', 'safety-concept', 'safety-requirement']
  const rows = await nodesAmong(db, org, programUuid, kinds, shown, fieldsOf(['share', 'is_independent']))
  const byUuid = new Map(rows.map((row) => [row.uuid, row]))
  const links = all.filter(({ from, to }) => byUuid.has(from) && byUuid.has(to))
  const asils = await storedAsils(db, org, shown)
  const decompositions = decompositionsIn(byUuid, links).slice(0, mostChecked)
  const checks = await checksOf(db, org, programUuid, goal.uuid, links, decompositions)
  const named = await nodesNamed(db, org, programUuid, [...new Set(checks.flatMap(namedIn))])
  return {
    nodes: rows
      .map((row) => ({ row, depth: depths.get(row.uuid)! }))
      .toSorted((one, other) => one.depth - other.depth)
      .map(({ row, depth }) => {
        const share = row.uuid === goal.uuid ? null : storedFields(safetyRequirementKind, row.fields).share
        return { ...nodeOf(row), depth, asil: asils.get(row.uuid) ?? null, share }
      }),
    links,
    decompositions: decompositions.map(({ of, parts, isIndependent }, i) => {
      const tag = asils.get(of)?.tag
      return {
        of,
        parts: parts.map(({ id, asil }) => ({ uuid: id, share: asil })),
        allowed: tag
          ? allowedDecompositions(tag).map(([one, other]): [string, string] => [tagText(one), tagText(other)])
          : [],
        stated: isIndependent,
        independence: independenceResponse(checks[i]!, named),
      }
    }),
    named: [...named.values()],
    truncated: depths.size > shown.length,
  }
}

/** The goal and all that is derived from it, level by level, with the number of links between. */
function depthsFrom(uuid: string, links: readonly SafetyLink[]): Map<string, number> {
  const to = Map.groupBy(links, ({ from }) => from)
  const depths = new Map([[uuid, 0]])
  for (const [each, depth] of depths)
    for (const link of to.get(each) ?? []) if (!depths.has(link.to)) depths.set(link.to, depth + 1)
  return depths
}

async function checksOf(
  db: Database,
  org: Org,
  programUuid: string,
  goalUuid: string,
  links: readonly SafetyLink[],
  decompositions: readonly Decomposition[],
): Promise<Independence[]> {
  if (decompositions.length === 0) return []
  const { tops, trees }: GoalTrees = await treesOfGoal(db, org, programUuid, goalUuid)
  const causes = await causesOf(db, org, programUuid, links)
  return decompositions.map(({ parts: [one, other] }) =>
    independenceOf(
      causes(one.id),
      causes(other.id),
      tops.map(({ uuid }) => uuid),
      trees,
    ),
  )
}

/** What could make a requirement fail: it, and what is derived from it, is assigned to elements that fail. */
async function causesOf(
  db: Database,
  org: Org,
  programUuid: string,
  links: readonly SafetyLink[],
): Promise<(requirement: string) => PartCauses> {
  const requirements = [...new Set(links.map(({ to }) => to))]
  const { fromUuid, toUuid } = artefactLinks
  const assigned = await linksFrom(db, org, programUuid, ['assigned-to'], fromUuid, requirements)
  const elements = [...new Set(assigned.map(({ to }) => to))]
  const failing = await failuresOf(db, org, programUuid, elements)
  const failures = failing.map(({ to }) => to)
  const upstream = await reachedFrom(db, org, programUuid, ['results-in'], failures, 'upstream')
  const resulting = await linksFrom(db, org, programUuid, ['results-in'], toUuid, upstream)
  const derived = stepsOf(links, 'from')
  const causing = stepsOf(resulting, 'to')
  const elementsOf = Map.groupBy(assigned, ({ from }) => from)
  const failingOf = Map.groupBy(failing, ({ from }) => from)
  return (requirement) => {
    const own = [...derived(requirement)].flatMap((uuid) => elementsOf.get(uuid) ?? []).map(({ to }) => to)
    const failed = own.flatMap((element) => failingOf.get(element) ?? []).map(({ to }) => to)
    return { elements: new Set(own), failures: new Set(failed.flatMap((failure) => [...causing(failure)])) }
  }
}

/** The failures of elements, and of the hardware that they are built of: `from` an element `to` a failure. */
async function failuresOf(db: Database, org: Org, programUuid: string, elements: readonly string[]) {
  const { fromUuid, toUuid } = artefactLinks
  const own = await linksFrom(db, org, programUuid, ['fails-as'], fromUuid, elements)
  const built = await linksFrom(db, org, programUuid, ['built-of'], fromUuid, elements)
  const hardware = [...new Set(built.map(({ to }) => to))]
  const modes = Map.groupBy(await linksFrom(db, org, programUuid, ['fails-by'], toUuid, hardware), ({ to }) => to)
  return [...own, ...built.flatMap(({ from, to }) => (modes.get(to) ?? []).map((mode) => ({ from, to: mode.from })))]
}

/** An artefact, and all that links lead to from this side of theirs. */
function stepsOf(links: readonly SafetyLink[], side: 'from' | 'to'): (uuid: string) => ReadonlySet<string> {
  const onward = Map.groupBy(links, (link) => link[side])
  const known = new Map<string, ReadonlySet<string>>()
  return (uuid) => {
    const before = known.get(uuid)
    if (before) return before
    const reached = new Set([uuid])
    for (const each of reached)
      for (const link of onward.get(each) ?? []) reached.add(side === 'from' ? link.to : link.from)
    known.set(uuid, reached)
    return reached
  }
}

const namesOf = (events: readonly CommonEvent[]) => events.flatMap(({ tree, failure }) => [tree, failure])

const namedIn = ({ elements, events, groups }: Independence) => [
  ...elements,
  ...namesOf(events),
  ...groups.flatMap(({ one, other }) => [...namesOf(one), ...namesOf(other)]),
]

function independenceResponse(
  { verdict, elements, events, groups, notes }: Independence,
  named: ReadonlyMap<string, Node>,
) {
  return {
    verdict,
    elements: elements.flatMap((uuid) => named.get(uuid) ?? []),
    events: [...events],
    groups: groups.map(({ group, one, other }) => ({ group, one: [...one], other: [...other] })),
    notes: [...notes],
  }
}
