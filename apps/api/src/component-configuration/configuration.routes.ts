import type { FastifyInstance } from 'fastify'
import {
  decideCombination,
  deleteCompatibilityRule,
  deleteHardwarePart,
  deleteVariant,
  getVariant,
  listCompatibilityRules,
  listHardwareParts,
  listReleaseChoices,
  listVariants,
  proposeCombination,
  saveCompatibilityRule,
  saveHardwarePart,
  saveVariant,
} from '@carapace/shared/component-configuration/configuration.contract'
import type { Database } from '../core/db.ts'
import { serve } from '../core/http/serve.ts'
import type { Jobs } from '../core/jobs/jobs.ts'
import { addDeclaring } from './assignments.ts'
import { decide, propose } from './combinations.ts'
import { partsPage } from './parts.queries.ts'
import { dropPart, writePart } from './parts.ts'
import { rulesPage } from './rules.queries.ts'
import { dropRule, writeRule } from './rules.ts'
import { releaseChoices, variantOf, variantsPage } from './variants.queries.ts'
import { dropVariant, writeVariant } from './variant-writes.ts'

/**
 * Hardware, variants, compatibility rules and combinations over HTTP (rules VARIANT-1 to VARIANT-9 of
 * packages/shared/src/component-configuration/SPEC.md).
 */
export async function configurationRoutes(
  app: FastifyInstance,
  { db, jobs }: { db: Database; jobs: Jobs },
): Promise<void> {
  const success = true as const
  serve(app, listHardwareParts).with(async ({ input, caller }) => ({
    success,
    ...(await partsPage(db, caller.org, input)),
  }))
  serve(app, saveHardwarePart).with(async ({ input, caller }) => ({
    success,
    uuid: await db.transaction((tx) => writePart(tx, caller, input)),
  }))
  serve(app, deleteHardwarePart).with(async ({ input, caller }) => {
    await db.transaction((tx) => dropPart(tx, caller, input))
    return { success }
  })

  serve(app, listReleaseChoices).with(async ({ input, caller }) => ({
    success,
    releases: await releaseChoices(db, caller.org, input),
  }))
  serve(app, listVariants).with(async ({ input, caller }) => ({
    success,
    ...(await variantsPage(db, caller.org, input)),
  }))
  serve(app, getVariant).with(async ({ input: { uuid }, caller }) => ({
    success,
    variant: await variantOf(db, caller.org, uuid),
  }))
  serve(app, saveVariant).with(async ({ input, caller }) => {
    const uuid = await db.transaction((tx) => writeVariant(tx, caller, input))
    return { success, variant: await variantOf(db, caller.org, uuid) }
  })
  serve(app, deleteVariant).with(async ({ input, caller }) => {
    await db.transaction((tx) => dropVariant(tx, caller, input))
    return { success }
  })

  serve(app, proposeCombination).with(async ({ input, caller }) => {
    await db.transaction((tx) => propose(tx, caller, input))
    return { success, variant: await variantOf(db, caller.org, input.variant_uuid) }
  })
  serve(app, decideCombination).with(async ({ input, caller }) => {
    const uuid = await db.transaction(async (tx) => {
      const variantUuid = await decide(tx, caller, input)
      const { name, vehicles } = await variantOf(tx, caller.org, variantUuid)
      if (input.decision !== 'REJECTED' && vehicles > 0)
        await addDeclaring(tx, jobs, caller, { uuid: variantUuid, name, vehicles })
      return variantUuid
    })
    jobs.wake(caller.org)
    return { success, variant: await variantOf(db, caller.org, uuid) }
  })

  serve(app, listCompatibilityRules).with(async ({ input, caller }) => ({
    success,
    ...(await rulesPage(db, caller.org, input)),
  }))
  serve(app, saveCompatibilityRule).with(async ({ input, caller }) => ({
    success,
    uuid: await db.transaction((tx) => writeRule(tx, caller, input)),
  }))
  serve(app, deleteCompatibilityRule).with(async ({ input, caller }) => {
    await db.transaction((tx) => dropRule(tx, caller, input))
    return { success }
  })
}
