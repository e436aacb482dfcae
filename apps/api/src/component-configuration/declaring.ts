import type { Org } from '@carapace/shared/core/owned'
import type { Tx } from '../core/db.ts'
import { jobKind } from '../core/jobs/jobs.ts'
import { approvedUnits } from './combinations.queries.ts'
import { declareUnits, deleteFormer, nextVehicles, vehiclesWithout } from './declaring.queries.ts'
import { compareReported } from './differences.queries.ts'

export const declaringKind = 'component-configuration.declare'
const vehiclesAtOnce = 250
/** Vehicles whose rows are removed in a part. */
const emptiedAtOnce = 2_000

interface Declaring {
  /** Null: what former variants declared for vehicles that have none any more is removed. */
  readonly variantUuid: string | null
  /** Only for vehicles that were assigned since then, as PostgreSQL writes a time; absent: for all. */
  readonly since?: string | undefined
}

interface Checkpoint {
  /** The vehicle that was done last. */
  readonly after: string | null
}

/** Declares the software of a variant's vehicles as in its approved combination (rule VARIANT-10). */
export const declaring = jobKind<Declaring, Checkpoint>({
  kind: declaringKind,
  licence: 'LIFECYCLE_SBOM',
  async doPart({ tx, org, input: { variantUuid, since }, checkpoint }) {
    if (variantUuid === null) return removeFormer(tx, org, checkpoint?.after ?? null)
    const vehicles = await nextVehicles(tx, org, variantUuid, {
      after: checkpoint?.after ?? null,
      since,
      most: vehiclesAtOnce,
    })
    const changed = await declare(tx, org, variantUuid, vehicles)
    return {
      checkpoint: { after: vehicles.at(-1) ?? checkpoint?.after ?? null },
      finished: vehicles.length < vehiclesAtOnce,
      done: vehicles.length,
      outcome: changed,
    }
  },
})

async function declare(
  tx: Tx,
  org: Org,
  variantUuid: string,
  vehicles: readonly string[],
): Promise<Record<string, number>> {
  if (vehicles.length === 0) return {}
  const units = (await approvedUnits(tx, org, variantUuid)).filter(({ software }) => software !== '')
  const counts = await declareUnits(tx, org, { variantUuid, vehicles, units })
  await compareReported(tx, org, vehicles)
  return counts
}

async function removeFormer(tx: Tx, org: Org, after: string | null) {
  const some = await vehiclesWithout(tx, org, { after, most: emptiedAtOnce })
  const removed = await deleteFormer(tx, org, some)
  const vehicles = [...new Set(removed)]
  await compareReported(tx, org, vehicles)
  return {
    checkpoint: { after: some.at(-1) ?? after },
    finished: some.length < emptiedAtOnce,
    done: vehicles.length,
    outcome: { removed: removed.length },
  }
}
