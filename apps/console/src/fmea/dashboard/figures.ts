import type { FmeaAction, RatedFailure } from '@carapace/shared/fmea/dashboard'
import { actionPriorities, type RatingProfile } from '@carapace/shared/fmea/rating-profile'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { GraphState } from '../../graph/store/graph-state.ts'
import {
  actionFields,
  fmeaFields,
  formOf,
  lineFields,
  lineOf,
  linesIn,
  type Rated,
  type SheetLine,
} from '../worksheet/lines.ts'
import { fmeasIn } from '../worksheet/which-fmea.ts'

/** An FMEA of the program with its rated lines. */
export interface FmeaFigures {
  readonly fmea: Artefact
  readonly rated: Rated
  readonly lines: readonly SheetLine[]
}

/** The FMEAs of a program, or of one of its projects, each rated by its own profile. */
export function figuresOf(
  graph: GraphState,
  projectUuid: string | undefined,
  profileOf: (uuid: string | null) => RatingProfile,
): readonly FmeaFigures[] {
  return fmeasIn(graph)
    .filter(({ project_uuid: project }) => projectUuid === undefined || project === projectUuid)
    .map((fmea) => {
      const { profile, form } = fmeaFields(fmea)
      const rated = { profile: profileOf(profile), form: formOf({ form }) }
      return { fmea, rated, lines: linesIn(graph, fmea.uuid).map((row) => lineOf(graph, row, rated)) }
    })
}

/** The lines as failures; those without a mode, cause and effect are not counted. */
export function failuresOf(all: readonly FmeaFigures[]): RatedFailure[] {
  return all.flatMap(({ lines }) =>
    lines
      .filter(({ mode, cause, effect }) => mode ?? cause ?? effect)
      .map(({ row, mode, cause, priority }) => {
        const { severity, occurrence, detection } = lineFields(row)
        const title = [mode?.title, cause?.title].filter(Boolean).join(' ← ') || row.title
        return { id: row.code, title, ratings: { severity, occurrence, detection }, priority }
      }),
  )
}

const closed = ['COMPLETED', 'NOT_COMPLETED']

/** The actions of all lines, each once with the highest priority of its lines. */
export function actionsOf(all: readonly FmeaFigures[]): FmeaAction[] {
  const found = new Map<string, FmeaAction>()
  const rank = (priority: FmeaAction['priority']) => (priority === null ? -1 : actionPriorities.indexOf(priority))
  for (const { lines } of all)
    for (const { actions, priority } of lines)
      for (const action of actions) {
        const before = found.get(action.uuid)
        if (before && rank(before.priority) >= rank(priority)) continue
        const { code: id, title, status } = action
        found.set(action.uuid, {
          id,
          title,
          due: actionFields(action).due,
          isClosed: closed.includes(status),
          priority,
        })
      }
  return [...found.values()]
}
