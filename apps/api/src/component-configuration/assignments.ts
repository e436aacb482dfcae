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
 * Assigns a variant to vehicles, or takes theirs away; a job then declares the software of those that changed. If all
 * that are meant have it already, it is declared for them again: an earlier job may have been cancelled (rule
 * VARIANT-11).
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
    if (input.dry_run || counts.vehicles === 0) return { ...counts, job: null }
    const again = counts.changed === 0
    const since =
      variantUuid === null
        ? await unassignVehicles(tx, org, input)
        : await assignVehicles(tx, org, variantUuid, { ...input, again })
    await audit(tx, org, byCaller(caller), {
      action: again ? 'declare software of vehicles again' : 'assign variant',
      subject: 'variant',
      ...(variantUuid !== null && { subjectUuid: variantUuid }),
      after: {
        variant: name,
        vehicles: again ? counts.vehicles : counts.changed,
        ...(input.vins && { vins: input.vins.slice(0, 1_000) }),
        ...(input.model !== undefined && { model: input.model }),
        ...(input.vin_pattern !== undefined && { vin_pattern: input.vin_pattern }),
      },
    })
    return {
      ...counts,
      job: await addDeclaring(tx, jobs, caller, {
        uuid: variantUuid,
        name,
        vehicles: again ? counts.vehicles : counts.changed,
        since,
      }),
    }
  })
}

interface Declared {
  readonly uuid: string | null
  readonly name: string
  readonly vehicles: number
  readonly since?: string | undefined
}

/**
 * Adds the job that declares the software of a variant's approved combination: for all of its vehicles, or for those
 * that were assigned since a time.
 */
export async function addDeclaring(
  tx: Tx,
  jobs: Jobs,
  caller: Caller,
  { uuid, name, vehicles: total, since }: Declared,
): Promise<Job> {
  const title = uuid === null ? 'Remove what former variants declared' : `Declare the software of ${name}`
  return jobs.add(tx, caller, { kind: declaringKind, title, total, input: { variantUuid: uuid, since } })
}
