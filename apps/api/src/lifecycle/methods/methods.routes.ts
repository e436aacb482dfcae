import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { shippedMethod } from '@carapace/shared/lifecycle/methods/default-method'
import {
  deleteMethod,
  getMethods,
  type MethodVersion,
  previewMethod,
  releaseMethod,
  saveMethod,
  useMethod,
} from '@carapace/shared/lifecycle/methods/methods.contract'
import type { z } from 'zod'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { seeProgram } from '../../graph/programs/access.queries.ts'
import { announceGraph, type GraphDeps } from '../../graph/artefacts/artefacts.routes.ts'
import { methodsOf, programsByMethod } from './methods.queries.ts'
import { beginMethod, changeMethod, deleteDraft, previewOf, releaseDraft, takeMethod } from './methods.ts'

type Version = z.input<typeof MethodVersion>

/**
 * Methods and the programs that use them, over HTTP (rules METHOD-1 to METHOD-7 of
 * packages/shared/src/lifecycle/SPEC.md).
 */
export async function methodRoutes(
  app: FastifyInstance,
  { db, publisher }: Pick<GraphDeps, 'db' | 'publisher'>,
): Promise<void> {
  serve(app, getMethods).with(async ({ caller }) => ({ success: true, methods: await methodsResponse(db, caller) }))

  serve(app, saveMethod).with(async ({ input: { uuid, revision, ...methodInput }, caller }) =>
    db.transaction(async (tx) => {
      if (uuid !== undefined && revision === undefined)
        throw new Failure('INVALID_INPUT', { errors: { revision: 'State the revision to change.' } })
      const saved = uuid ?? (await beginMethod(tx, caller, methodInput))
      if (uuid !== undefined) await changeMethod(tx, caller, { uuid, revision: revision! }, methodInput)
      return { success: true, method: (await methodsResponse(tx, caller)).find((method) => method.uuid === saved)! }
    }),
  )

  serve(app, releaseMethod).with(async ({ input, caller }) => done((tx) => releaseDraft(tx, caller, input)))
  serve(app, deleteMethod).with(async ({ input, caller }) => done((tx) => deleteDraft(tx, caller, input)))

  serve(app, previewMethod).with(
    async ({ input: { program_uuid: programUuid, method_uuid: methodUuid = null }, caller }) => {
      await seeProgram(db, caller, programUuid)
      // one transaction reads one snapshot: others may write at the same time
      return {
        success: true,
        ...(await db.transaction((tx) => previewOf(tx, caller, programUuid, methodUuid), {
          isolationLevel: 'repeatable read',
          accessMode: 'read only',
        })),
      }
    },
  )

  serve(app, useMethod).with(
    async ({ input: { program_uuid: programUuid, revision, method_uuid: methodUuid }, caller }) => {
      const changed = await db.transaction((tx) => takeMethod(tx, caller, { programUuid, revision, methodUuid }))
      announceGraph(publisher, caller.org, programUuid)
      return { success: true, changed }
    },
  )

  async function done(work: (tx: Tx) => Promise<void>): Promise<{ success: true }> {
    await db.transaction(work)
    return { success: true }
  }
}

/** The shipped method, then the organisation's by name, the latest version first. */
async function methodsResponse(db: Database | Tx, { org }: Caller): Promise<Version[]> {
  const programs = await programsByMethod(db, org)
  const own = (await methodsOf(db, org)).map(({ row, by }): Version => ({
    uuid: row.uuid,
    name: row.name,
    version: row.version,
    state: row.state,
    note: row.note,
    content: row.content,
    programs: programs.get(row.uuid) ?? 0,
    created_at: row.createdAt.toISOString(),
    created_by: by,
    revision: row.revision,
  }))
  return [
    {
      uuid: null,
      ...shippedMethod,
      note: 'What the product ships with.',
      programs: programs.get(null) ?? 0,
      created_at: null,
      created_by: null,
      revision: 0,
    },
    ...own,
  ]
}
