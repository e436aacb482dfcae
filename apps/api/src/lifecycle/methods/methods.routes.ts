import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import {
  deleteMethod,
  getMethods,
  previewMethod,
  releaseMethod,
  saveMethod,
  useMethod,
} from '@carapace/shared/lifecycle/methods/methods.contract'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { seeProgram } from '../../graph/programs/access.queries.ts'
import { announceGraph, type GraphDeps } from '../../graph/artefacts/artefacts.routes.ts'
import { beginMethod, changeMethod, deleteDraft, methodsResponse, releaseDraft } from '../../graph/methods/methods.ts'
import { programsByMethod } from './methods.queries.ts'
import { previewOf, takeMethod, taraMethod } from './methods.ts'

/**
 * Methods and the programs that use them, over HTTP (rules METHOD-1 to METHOD-7 of
 * packages/shared/src/lifecycle/SPEC.md).
 */
export async function methodRoutes(
  app: FastifyInstance,
  { db, publisher }: Pick<GraphDeps, 'db' | 'publisher'>,
): Promise<void> {
  serve(app, getMethods).with(async ({ caller }) => ({ success: true, methods: await responseFor(db, caller) }))

  serve(app, saveMethod).with(async ({ input: { uuid, revision, ...methodInput }, caller }) =>
    db.transaction(async (tx) => {
      if (uuid !== undefined && revision === undefined)
        throw new Failure('INVALID_INPUT', { errors: { revision: 'State the revision to change.' } })
      const saved = uuid ?? (await beginMethod(tx, caller, taraMethod, methodInput))
      if (uuid !== undefined) await changeMethod(tx, caller, taraMethod, { uuid, revision: revision! }, methodInput)
      return { success: true, method: (await responseFor(tx, caller)).find((method) => method.uuid === saved)! }
    }),
  )

  serve(app, releaseMethod).with(async ({ input, caller }) => done((tx) => releaseDraft(tx, caller, taraMethod, input)))
  serve(app, deleteMethod).with(async ({ input, caller }) => done((tx) => deleteDraft(tx, caller, taraMethod, input)))

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

const responseFor = async (db: Database | Tx, caller: Caller) =>
  methodsResponse(db, caller, taraMethod, await programsByMethod(db, caller.org))
