import type { Job } from '@carapace/shared/account/jobs.contract'
import type { assignVariant } from '@carapace/shared/component-configuration/vehicle-configuration.contract'
import { audit, byCaller } from '../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../core/db.ts'
import type { Caller } from '../core/http/caller.ts'
import type { Jobs } from '../core/jobs/jobs.ts'
import { assignVehicles, countMeant, unassignVehicles } from './assignments.queries.ts'
import { lockConfigurations } from './configuration.queries.ts'
import { declaringKind } from './declaring.ts'
import type { Read } from './read.ts'
import { variantRow } from './variants.queries.ts'

type Input = Read<typeof assignVariant>

/**
 * Assigns a variant to vehicles, or takes theirs away; a job then declares their software (rule VARIANT-11).
 *
 * @throws {Failure} NOT_FOUND if there is no such variant
 */
export async function assign(db: Database, jobs: Jobs, caller: Caller, input: Input) {
  const { org } = caller
  const { variant_uuid: variantUuid } = input
  return db.transaction(async (tx) => {
    await lockConfigurations(tx, org)
    const name = variantUuid === null ? 'no variant' : (await variantRow(tx, org, variantUuid)).name
    const counts = await countMeant(tx, org, input)
    if (input.dry_run || counts.changed === 0) return { ...counts, job: null }
    await (variantUuid === null ? unassignVehicles(tx, org, input) : assignVehicles(tx, org, variantUuid, input))
    await audit(tx, org, byCaller(caller), {
      action: 'assign variant',
      subject: 'variant',
      ...(variantUuid !== null && { subjectUuid: variantUuid }),
      after: {
        variant: name,
        vehicles: counts.changed,
        ...(input.vins && { vins: input.vins.slice(0, 1_000) }),
        ...(input.model !== undefined && { model: input.model }),
        ...(input.vin_pattern !== undefined && { vin_pattern: input.vin_pattern }),
      },
    })
    return {
      ...counts,
      job: await addDeclaring(tx, jobs, caller, { uuid: variantUuid, name, vehicles: counts.vehicles }),
    }
  })
}

/** Adds the job that declares the software of a variant's approved combination. */
export async function addDeclaring(
  tx: Tx,
  jobs: Jobs,
  caller: Caller,
  { uuid, name, vehicles: total }: { uuid: string | null; name: string; vehicles: number },
): Promise<Job> {
  const title = uuid === null ? 'Remove what former variants declared' : `Declare the software of ${name}`
  return jobs.add(tx, caller, { kind: declaringKind, title, total, input: { variantUuid: uuid } })
}
