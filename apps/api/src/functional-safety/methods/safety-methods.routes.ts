import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import type { SafetyMethodKind } from '@carapace/shared/functional-safety/method-kinds'
import {
  deleteSafetyMethod,
  getSafetyMethods,
  releaseSafetyMethod,
  saveSafetyMethod,
  useSafetyMethod,
} from '@carapace/shared/functional-safety/methods.contract'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { beginMethod, changeMethod, deleteDraft, methodsResponse, releaseDraft } from '../../graph/methods/methods.ts'
import { programMethod, programsUsing } from '../../graph/methods/methods.queries.ts'
import { seeProgram } from '../../graph/programs/access.queries.ts'
import { safetyMethods, takeSafetyMethod } from './safety-methods.ts'

/**
 * Guidewords and situation catalogues as versions, over HTTP (rules HAZOP-2 and SITUATION-6 of
 * packages/shared/src/functional-safety/SPEC.md, METHOD-2 to METHOD-7 of packages/shared/src/lifecycle/SPEC.md).
 */
export async function safetyMethodRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, getSafetyMethods).with(async ({ input: { kind, program_uuid: programUuid }, caller }) => {
    if (programUuid !== undefined) await seeProgram(db, caller, programUuid)
    const used = programUuid === undefined ? undefined : await programMethod(db, caller.org, programUuid, kind)
    return { success: true, methods: await versions(db, caller, kind), used: used?.uuid ?? null }
  })

  serve(app, saveSafetyMethod).with(async ({ input: { kind, uuid, revision, ...methodInput }, caller }) =>
    db.transaction(async (tx) => {
      const of = safetyMethods[kind]
      if (uuid !== undefined && revision === undefined)
        throw new Failure('INVALID_INPUT', { errors: { revision: 'State the revision to change.' } })
      const saved = uuid ?? (await beginMethod(tx, caller, of, methodInput))
      if (uuid !== undefined) await changeMethod(tx, caller, of, { uuid, revision: revision! }, methodInput)
      return { success: true, method: (await versions(tx, caller, kind)).find((method) => method.uuid === saved)! }
    }),
  )

  serve(app, releaseSafetyMethod).with(async ({ input: { kind, ...target }, caller }) =>
    done((tx) => releaseDraft(tx, caller, safetyMethods[kind], target)),
  )
  serve(app, deleteSafetyMethod).with(async ({ input: { kind, ...target }, caller }) =>
    done((tx) => deleteDraft(tx, caller, safetyMethods[kind], target)),
  )
  serve(app, useSafetyMethod).with(
    async ({ input: { kind, program_uuid: programUuid, method_uuid: methodUuid }, caller }) =>
      done((tx) => takeSafetyMethod(tx, caller, { kind, programUuid, methodUuid })),
  )

  async function done(work: (tx: Tx) => Promise<void>): Promise<{ success: true }> {
    await db.transaction(work)
    return { success: true }
  }
}

const versions = async (db: Database | Tx, caller: Caller, kind: SafetyMethodKind) =>
  methodsResponse(db, caller, safetyMethods[kind], await programsUsing(db, caller.org, kind))
