import {
  type ActionPriority,
  apOf,
  type FmeaForm,
  type RatingProfile,
  rpnOf,
} from '@carapace/shared/fmea/rating-profile'
import { fmeaActionKind, type FailureChain, type fmeaKind, fmeaLineKind } from '@carapace/shared/fmea/kinds/fmea.kinds'
import { failurePlace } from '@carapace/shared/fmea/failure-place'
import type { FieldsOf } from '@carapace/shared/graph/artefacts/artefact-kind'
import type { Artefact, Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { z } from 'zod'
import { type GraphState, linkedWith, linksAt, suspectsAt } from '../../graph/store/graph-state.ts'

export type Chain = z.output<typeof FailureChain>
export const chainParts = ['effect', 'mode', 'cause'] as const
export type ChainPart = (typeof chainParts)[number]

export type LineFields = FieldsOf<typeof fmeaLineKind>
export type ActionFields = FieldsOf<typeof fmeaActionKind>
export type FmeaFields = FieldsOf<typeof fmeaKind>
export const lineFields = (row: Pick<Artefact, 'fields'>) => row.fields as LineFields
export const actionFields = (row: Pick<Artefact, 'fields'>) => row.fields as ActionFields
export const fmeaFields = (row: Pick<Artefact, 'fields'>) => row.fields as FmeaFields

/** The kinds that the pages of FMEA read of a program. */
export const fmeaKinds = [
  'fmea',
  fmeaLineKind.kind,
  fmeaActionKind.kind,
  'failure',
  'process-step',
  'function',
  'component',
  'system',
] as const

/** A line of the worksheet with what it joins. */
export interface SheetLine {
  readonly row: Artefact
  readonly effect: Artefact | undefined
  readonly mode: Artefact | undefined
  readonly cause: Artefact | undefined
  /** What fails as the mode: a function, a component, a process step. */
  readonly element: Node | undefined
  /** The function or process step that fails, and what performs it (rule FMEA-26). */
  readonly function: Node | undefined
  readonly structure: Node | undefined
  /** By code; the worksheet shows the first. */
  readonly actions: readonly Artefact[]
  readonly priority: ActionPriority | null
  readonly rpn: number | null
  readonly priorityAfter: ActionPriority | null
  /** How many of its links, and of those of its actions, are suspect. */
  readonly suspects: number
}

/** How the lines of an FMEA are rated. */
export interface Rated {
  readonly profile: RatingProfile
  readonly form: FmeaForm
}

/** The form by whose scales and priorities an FMEA is rated: software is rated as design. */
export function formOf({ form }: Pick<FmeaFields, 'form'>): FmeaForm {
  return form === 'process' || form === 'monitoring' ? form : 'design'
}

/** The lines of an FMEA, by number. */
export function linesIn(graph: GraphState, fmeaUuid: string): Artefact[] {
  return linksAt(graph, fmeaUuid)
    .flatMap(({ kind, from, to }) => {
      const row = kind === 'has-line' && from === fmeaUuid ? graph.artefacts.get(to) : undefined
      return row ? [row] : []
    })
    .sort((a, b) => a.number - b.number)
}

export type LineReader = (graph: GraphState, fmeaUuid: string, rated: Rated) => readonly SheetLine[]

/**
 * Reads the lines of an FMEA from a program's graph. A line in which nothing has changed since the last reading is the
 * same object, so that only changed rows are drawn again.
 */
export function lineReader(): LineReader {
  let known = new Map<string, SheetLine>()
  return (graph, fmeaUuid, rated) => {
    const next = new Map<string, SheetLine>()
    const places: Places = new Map()
    for (const row of linesIn(graph, fmeaUuid)) {
      const before = known.get(row.uuid)
      const now = lineOf(graph, row, rated, places)
      next.set(row.uuid, before && isEqual(before, now) ? before : now)
    }
    known = next
    return [...next.values()]
  }
}

function isEqual(before: SheetLine, now: SheetLine): boolean {
  return (Object.keys(now) as (keyof SheetLine)[]).every((key) => {
    const [a, b] = [before[key], now[key]]
    if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, i) => one === b[i])
    return a === b
  })
}

type Place = Pick<SheetLine, 'element' | 'function' | 'structure'>

/** What fails as a mode, by the mode: many lines have the same one. */
type Places = Map<string, Place>

/** A line with what it joins; `places`: those of the modes that were read before. */
export function lineOf(
  graph: GraphState,
  row: Artefact,
  { profile, form }: Rated,
  places: Places = new Map(),
): SheetLine {
  const fields = lineFields(row)
  const failure = (part: ChainPart) => graph.artefacts.get(fields.chain[part] ?? '')
  const mode = failure('mode')
  let place = places.get(mode?.uuid ?? '')
  if (!place) places.set(mode?.uuid ?? '', (place = placeOf(graph, mode)))
  const actions = linkedWith(graph, row.uuid, 'downstream', 'improved-by').flatMap(
    ({ node }) => graph.artefacts.get(node.uuid) ?? [],
  )
  return {
    row,
    effect: failure('effect'),
    mode,
    cause: failure('cause'),
    ...place,
    actions,
    priority: apOf(profile, fields.severity, fields.occurrence, fields.detection, form),
    rpn: rpnOf(fields.severity, fields.occurrence, fields.detection),
    priorityAfter: apOf(profile, fields.severity_after, fields.occurrence_after, fields.detection_after, form),
    suspects: [row, ...actions].reduce((sum, { uuid }) => sum + suspectsAt(graph, uuid).length, 0),
  }
}

function placeOf(graph: GraphState, mode: Artefact | undefined): Place {
  const above = (uuid: string, link: string) =>
    linkedWith(graph, uuid, 'upstream', link).map(({ node }) => artefactOrNode(graph, node))
  const failing = mode ? above(mode.uuid, 'fails-as') : []
  return { element: failing[0], ...failurePlace(failing, ({ uuid }) => above(uuid, 'performs')[0]) }
}

/** The artefact itself where it is known: it stays the same object until it changes. */
const artefactOrNode = ({ artefacts }: GraphState, node: Node): Node => artefacts.get(node.uuid) ?? node
