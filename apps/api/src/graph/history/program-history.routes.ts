import type { FastifyInstance } from 'fastify'
import { getProgramHistory } from '@carapace/shared/graph/programs/projects.contract'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { seeProgram } from '../programs/access.queries.ts'
import { programHistory } from './program-history.queries.ts'

type State = Readonly<Record<string, unknown>>

/** The history of programs, over HTTP (rule PROJECT-8 of packages/shared/src/graph/SPEC.md). */
export async function programHistoryRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, getProgramHistory).with(
    async ({ input: { program_uuid: programUuid, project_uuid: projectUuid, before, limit }, caller }) => {
      await seeProgram(db, caller, programUuid)
      const rows = await programHistory(db, caller.org, { programUuid, projectUuid, before, limit: limit + 1 })
      const entries = rows
        .slice(0, limit)
        .map(({ at, before: was, after, ...row }) => ({
          ...row,
          at: at.toISOString(),
          ...changeResponse(was as State | null, after as State | null),
        }))
      return { success: true, entries, next: rows.length > limit ? entries.at(-1)!.id : null }
    },
  )
}

/** For a change: the changed properties and their values before. For a removal: the name. */
function changeResponse(before: State | null, after: State | null): { before: State | null; after: State | null } {
  const keys = after === null ? ['name', 'type', 'artefacts'] : Object.keys(after)
  const only = (state: State | null) =>
    state &&
    Object.fromEntries(keys.filter((key) => key !== 'program_uuid' && key in state).map((key) => [key, state[key]]))
  return { before: only(before), after: only(after) }
}
