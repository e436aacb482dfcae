import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { isSame } from '@carapace/shared/graph/artefacts/changes'
import {
  designTypes,
  type ProgramChoices,
  propulsionTypes,
  ratingTypes,
  regulationTypes,
  choicesOf,
} from '@carapace/shared/lifecycle/program/program-choices'
import { getProgramConfig, saveProgramConfig } from '@carapace/shared/lifecycle/program/program-config.contract'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { seeProgram } from '../../graph/programs/access.queries.ts'
import { configOf, listsOf, programNamed } from './program-config.queries.ts'
import { lockedFor } from '../../graph/programs/program-writes.ts'
import { saveProgramFields } from '../../graph/programs/programs.queries.ts'

/** The configuration of programs, over HTTP (rule CONFIGURATION-7 of packages/shared/src/lifecycle/SPEC.md). */
export async function programConfigRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, getProgramConfig).with(async ({ input: { project_uuid: named }, caller }) => {
    const programUuid = await programNamed(db, caller.org, named)
    await seeProgram(db, caller, programUuid)
    const lists = await listsOf(db, caller.org, programUuid)
    const {
      program,
      method: { content: _content, ...method },
    } = await configOf(db, caller.org, programUuid)
    return {
      success: true,
      program_uuid: programUuid,
      revision: program.revision,
      ...lists,
      chosen: choicesOf(program),
      method,
      propulsion_types: optionsOf(propulsionTypes),
      design_type: optionsOf(designTypes),
      regulation_types: optionsOf(regulationTypes),
      rating_types: optionsOf(ratingTypes),
    }
  })

  serve(app, saveProgramConfig).with(async ({ input: { program_uuid: programUuid, revision, chosen }, caller }) =>
    db.transaction(async (tx) => ({
      success: true,
      revision: await choose(tx, caller, { programUuid, revision }, chosen),
    })),
  )
}

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([key, label]) => ({ key, label }))

/** Stores the chosen options; returns the program's new revision. Without a difference nothing changes. */
async function choose(
  tx: Tx,
  caller: Caller,
  { programUuid, revision }: { programUuid: string; revision: number },
  chosen: Partial<ProgramChoices>,
): Promise<number> {
  const { row: before } = await lockedFor(tx, caller, programUuid, 'edit')
  if (revision !== before.revision) throw new Failure('ROW_CHANGED')
  const choices = distinct({ ...choicesOf(before), ...chosen })
  if (isSame(choices, before.choices)) return revision
  await saveProgramFields(tx, caller.org, programUuid, { choices })
  await audit(tx, caller.org, byCaller(caller), {
    action: 'configure program',
    subject: 'program',
    subjectUuid: programUuid,
    before: before.choices,
    after: choices,
  })
  return revision + 1
}

/** Removes duplicates. Without hidden steps the key is left out, as in programs that never had hidden steps. */
function distinct({
  propulsion_types: propulsion,
  design_type: design,
  regulation_types: regulations,
  rating_types: ratings,
  hidden_steps: hidden = [],
}: ProgramChoices): ProgramChoices {
  return {
    propulsion_types: [...new Set(propulsion)],
    design_type: design,
    regulation_types: [...new Set(regulations)],
    rating_types: [...new Set(ratings)],
    ...(hidden.length > 0 && { hidden_steps: [...new Set(hidden)] }),
  }
}
