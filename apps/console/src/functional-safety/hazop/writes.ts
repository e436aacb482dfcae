import { uuidInProgram } from '@carapace/shared/graph/artefacts/artefact-uuid'
import { type Parsed, parsed, refused } from '@carapace/shared/core/parsed'
import type { Writing } from '../../graph/store/program-writes.ts'
import { type Cell, type Judgement, judgementOf } from './grid.ts'

interface NewFailure {
  readonly title: string
  readonly judgement: Judgement | null
  readonly reason?: string
}

interface Where {
  readonly programUuid: string
  readonly projectId?: string | undefined
}

/** A new failure of the cell's function by its guideword. */
export function newFailure(
  cell: Cell,
  { programUuid, projectId }: Where,
  { title, judgement, reason = '' }: NewFailure,
) {
  const uuid = uuidInProgram(programUuid, crypto.randomUUID())
  return {
    artefacts: [
      {
        kind: 'failure',
        new_uuid: uuid,
        title: title.slice(0, 300),
        ...(projectId !== undefined && { project_uuid: projectId }),
        fields: { guideword: cell.guideword.key, judgement, reason },
      },
    ],
    link: [{ kind: 'fails-as', from: cell.function.uuid, to: uuid }],
  } satisfies Writing
}

/** The title of a malfunction, as it is proposed: `Brake on request: no`. */
export const proposedTitle = ({ function: of, guideword }: Cell) =>
  `${of.title}: ${guideword.title.toLowerCase()}`.slice(0, 300)

/**
 * States that the guideword does not apply, and why: by a failure with this judgement, of which a cell has one. Refused
 * where malfunctions were found (rule SAFETY-UI-10).
 */
export function notApplicable(cell: Cell, where: Where, reason: string): Parsed<Writing> {
  const known = cell.failures.find((each) => judgementOf(each) === 'not-applicable')
  const others = cell.failures.filter((each) => judgementOf(each) !== 'not-applicable')
  if (others.length > 0)
    return refused(`${others.map(({ code }) => code).join(', ')} was found here: judge it, or remove it first.`)
  if (reason.trim() === '') return refused('It takes a reason: without one the cell stays open.')
  if (known)
    return parsed({
      artefacts: [{ uuid: known.uuid, kind: known.kind, revision: known.revision, fields: { reason: reason.trim() } }],
    })
  const title = `${cell.function.title}: ${cell.guideword.title.toLowerCase()} does not apply`
  return parsed(newFailure(cell, where, { title, judgement: 'not-applicable', reason: reason.trim() }))
}
