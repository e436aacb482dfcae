import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { CatalogueEntry } from '@carapace/shared/catalogues/catalogue.contract'
import type { Org } from '@carapace/shared/core/owned'
import { generateByRules, groundOf } from '@carapace/shared/lifecycle/proposals/generate'
import { generate } from '@carapace/shared/lifecycle/proposals/generation.contract'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import type { Settings } from '../../core/settings.ts'
import { refuseReaders } from '../../graph/programs/access.queries.ts'
import { generateByModel } from './generation-model.ts'
import { modelOf } from './generation.queries.ts'

interface Deps {
  readonly db: Database
  readonly settings: Pick<Settings, 'languageModel'>
  /** All entries of an organisation's catalogues. */
  readonly entries: (org: Org) => Promise<readonly CatalogueEntry[]>
}

/** Proposals over HTTP (rules PROPOSAL-1 to PROPOSAL-8 of packages/shared/src/lifecycle/SPEC.md). */
export async function generationRoutes(
  app: FastifyInstance,
  { db, settings: { languageModel }, entries }: Deps,
): Promise<void> {
  serve(app, generate).with(async ({ input: { program_uuid: programUuid, what, by, uuids, limit }, caller }) => {
    await refuseReaders(db, caller, programUuid)
    const { model, nodes } = await modelOf(db, caller.org, programUuid, groundOf[what])
    const proposals =
      by === 'model'
        ? await generateByModel(languageModel, what, model, uuids)
        : generateByRules(what, model, await entries(caller.org), randomUUID)
    const requested =
      uuids === undefined ? proposals : proposals.filter(({ about }) => about !== null && uuids.includes(about))
    const listed = requested
      .slice(0, limit)
      .map(({ artefact, links, why, about }) => ({
        artefact,
        links: [...links],
        why,
        about: (about !== null && nodes.get(about)) || null,
      }))
    return { success: true, proposals: listed, total: requested.length, model: languageModel !== undefined }
  })
}
