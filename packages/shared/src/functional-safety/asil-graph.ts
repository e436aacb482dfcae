import { storedFields } from '../graph/artefacts/artefact-kind.ts'
import {
  type Asil,
  asilOf,
  asils,
  type AsilTag,
  compareAsils,
  highestTag,
  type HazardRating,
  tagText,
  wholeAsil,
} from './asil.ts'
import {
  type AsilProblem,
  asilProblems,
  type Decomposition,
  inheritedAsils,
  type SafetyNode,
} from './asil-inheritance.ts'
import { safetyConceptKind, safetyRequirementKind } from './kinds/concept.kinds.ts'
import { hazardousEventKind, safetyGoalKind } from './kinds/hazard.kinds.ts'
import type { StoredAsil } from './stored-asil.ts'

/** An artefact as it is stored: with some of its fields, or all. */
export interface SafetyRow {
  readonly uuid: string
  readonly kind: string
  readonly fields: Readonly<Record<string, unknown>>
}

export interface SafetyLink {
  readonly kind: string
  readonly from: string
  readonly to: string
}

/** The links down which ASILs are inherited. */
export const inheritingLinks = ['achieved-by', 'derived-to'] as const
/** The kinds that have an ASIL. */
export const ratedKinds = ['hazardous-event', 'safety-goal', 'safety-concept', 'safety-requirement'] as const
/** The fields from which ASILs follow. */
export const ratedFields = ['severity', 'exposure', 'controllability', 'asil', 'share', 'is_independent'] as const

/** The ASIL of a hazardous event by its classes; null: they are not complete. */
export const asilOfEvent = (fields: SafetyRow['fields']): Asil | null =>
  asilOf(storedFields(hazardousEventKind, fields) satisfies HazardRating)

/** What a goal has, and inherits from its hazardous events. */
interface GoalAsil {
  readonly stated: Asil | null
  readonly highest: Asil | null
}

/** What is stated for a goal, else the highest ASIL of its hazardous events. */
const asilOfGoal = ({ stated, highest }: GoalAsil): Asil | null => stated ?? highest

/**
 * The ASILs of hazardous events, safety goals, concepts and requirements, by uuid, with their problems (rule ASIL-8).
 * `links` may have links of other kinds, and ends that are not among the rows: these do not count.
 */
export function asilsOf(rows: readonly SafetyRow[], links: readonly SafetyLink[]): Map<string, StoredAsil> {
  const byUuid = new Map(rows.map((row) => [row.uuid, row]))
  const there = links.filter(({ from, to }) => byUuid.has(from) && byUuid.has(to))
  const goals = goalAsils(rows, there)
  const { nodes, decompositions, problems } = inheritanceOf(byUuid, there, goals)
  const inherited = inheritedAsils(nodes, decompositions)
  const all = [...problems, ...lowGoals(goals), ...inherited.problems]
  const problemsOf = Map.groupBy(
    all.flatMap((problem) => problem.ids.map((id) => ({ id, problem }))),
    ({ id }) => id,
  )
  const events = rows.flatMap(({ uuid, kind, fields }): [string, AsilTag | null][] =>
    kind === hazardousEventKind.kind ? [[uuid, tagOf(asilOfEvent(fields))]] : [],
  )
  return new Map(
    [...events, ...inherited.asils].map(([uuid, tag]) => [
      uuid,
      stored(tag, problemsOf.get(uuid)?.map(({ problem }) => problem) ?? []),
    ]),
  )
}

const tagOf = (asil: Asil | null) => (asil === null ? null : wholeAsil(asil))

function stored(tag: AsilTag | null, problems: readonly AsilProblem[]): StoredAsil {
  return {
    tag,
    text: tag && tagText(tag),
    problems: problems.map(({ code, message, ids }) => ({ code, message, uuids: ids.slice(0, 10) })),
  }
}

function goalAsils(rows: readonly SafetyRow[], links: readonly SafetyLink[]): Map<string, GoalAsil> {
  const events = new Map(rows.map(({ uuid, fields }) => [uuid, fields]))
  const preventing = Map.groupBy(
    links.filter(({ kind }) => kind === 'prevented-by'),
    ({ to }) => to,
  )
  return new Map(
    rows
      .filter(({ kind }) => kind === safetyGoalKind.kind)
      .map(({ uuid, fields }) => {
        const rated = (preventing.get(uuid) ?? []).map(({ from }) => tagOf(asilOfEvent(events.get(from)!)))
        return [uuid, { stated: storedFields(safetyGoalKind, fields).asil, highest: highestTag(rated)?.level ?? null }]
      }),
  )
}

/** Goals whose stated ASIL is lower than that of a hazardous event. */
function lowGoals(goals: ReadonlyMap<string, GoalAsil>): AsilProblem[] {
  return [...goals].flatMap(([id, { stated, highest }]): AsilProblem[] =>
    stated !== null && highest !== null && compareAsils(stated, highest) < 0
      ? [
          {
            code: 'lower',
            ids: [id],
            message: `${asilProblems.lower} ${stated} is stated, its events have ${highest}.`,
          },
        ]
      : [],
  )
}

/** Goals, concepts and requirements in the form in which ASILs are inherited; concepts only hand them down. */
function inheritanceOf(
  rows: ReadonlyMap<string, SafetyRow>,
  links: readonly SafetyLink[],
  goals: ReadonlyMap<string, GoalAsil>,
): { nodes: SafetyNode[]; decompositions: readonly Decomposition[]; problems: AsilProblem[] } {
  const from = Map.groupBy(links.filter(inherits), ({ to }) => to)
  const parts = partsOf(rows, links)
  const decompositions = decompositionsIn(rows, links)
  const nodes = [...rows.values()].flatMap(({ uuid, kind, fields }): SafetyNode[] => {
    const asil = asilIn(kind, fields, goals.get(uuid))
    return asil === undefined
      ? []
      : [{ id: uuid, from: (from.get(uuid) ?? []).map((link) => link.from), asil: tagOf(asil) }]
  })
  return { nodes, decompositions, problems: incomplete(parts, decompositions) }
}

const inherits = ({ kind }: SafetyLink) => (inheritingLinks as readonly string[]).includes(kind)

/** By uuid, the requirements with a share that are derived from it. */
function partsOf(rows: ReadonlyMap<string, SafetyRow>, links: readonly SafetyLink[]) {
  const to = Map.groupBy(links.filter(inherits), ({ from }) => from)
  return new Map(
    [...rows.keys()].map((uuid) => [uuid, (to.get(uuid) ?? []).flatMap((link) => shareIn(rows.get(link.to)!))]),
  )
}

/** The decompositions among rows that all ends of the links are among (rule ASIL-8). */
export function decompositionsIn(
  rows: ReadonlyMap<string, SafetyRow>,
  links: readonly SafetyLink[],
): readonly Decomposition[] {
  return [...partsOf(rows, links)].flatMap(([of, [one, other, ...more]]): Decomposition[] =>
    one && other && more.length === 0
      ? [{ of, parts: [one, other], isIndependent: rows.get(of)!.fields.is_independent === true }]
      : [],
  )
}

/**
 * Origins with shares that are no decomposition: more than two, or one. One alone is no problem where it is a part of
 * what else it is derived from.
 */
function incomplete(
  parts: ReadonlyMap<string, readonly { readonly id: string }[]>,
  decompositions: readonly Decomposition[],
): AsilProblem[] {
  const complete = new Set(decompositions.flatMap((one) => one.parts.map(({ id }) => id)))
  return [...parts].flatMap(([uuid, some]): AsilProblem[] =>
    some.length > 2 || (some.length === 1 && !complete.has(some[0]!.id))
      ? [
          {
            code: 'parts',
            ids: [uuid, ...some.map(({ id }) => id)],
            message: `${asilProblems.parts} This one has ${some.length}.`,
          },
        ]
      : [],
  )
}

/** What is stated for a row; undefined: it inherits nothing. */
function asilIn(kind: string, fields: SafetyRow['fields'], goal: GoalAsil | undefined): Asil | null | undefined {
  if (goal) return asilOfGoal(goal)
  if (kind === safetyConceptKind.kind) return null
  return kind === safetyRequirementKind.kind ? storedFields(safetyRequirementKind, fields).asil : undefined
}

function shareIn({ uuid, kind, fields }: SafetyRow): { id: string; asil: Asil }[] {
  const share = kind === safetyRequirementKind.kind ? storedFields(safetyRequirementKind, fields).share : null
  return share === null ? [] : [{ id: uuid, asil: share }]
}

/** The figure by which lists sort ASILs: 0 for QM to 4 for D; null: none. */
export const asilFigure = (tag: AsilTag | null) => (tag === null ? null : asils.indexOf(tag.level))
