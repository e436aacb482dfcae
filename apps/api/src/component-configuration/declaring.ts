import type { Org } from '@carapace/shared/core/owned'
import type { Tx } from '../core/db.ts'
import { jobKind } from '../core/jobs/jobs.ts'
import { approvedUnits } from './combinations.queries.ts'
import { declareUnits, deleteFormer, nextVehicles } from './declaring.queries.ts'
import { compareReported } from './differences.queries.ts'

export const declaringKind = 'component-configuration.declare'
const vehiclesAtOnce = 250
const rowsAtOnce = 20_000

interface Declaring {
  /** Null: what former variants declared for vehicles that have none any more is removed. */
  readonly variantUuid: string | null
}

interface Checkpoint {
  /** The vehicle that was done last. */
  readonly after: string | null
}

/** Declares the software of a variant's vehicles as in its approved combination (rule VARIANT-10). */
export const declaring = jobKind<Declaring, Checkpoint>({
  kind: declaringKind,
  licence: 'LIFECYCLE_SBOM',
  async doPart({ tx, org, input: { variantUuid }, checkpoint }) {
    if (variantUuid === null) return removeFormer(tx, org)
    const vehicles = await nextVehicles(tx, org, variantUuid, {
      after: checkpoint?.after ?? null,
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

async function removeFormer(tx: Tx, org: Org) {
  const removed = await deleteFormer(tx, org, rowsAtOnce)
  const vehicles = [...new Set(removed)]
  await compareReported(tx, org, vehicles)
  return {
    checkpoint: { after: null },
    finished: removed.length < rowsAtOnce,
    done: vehicles.length,
    outcome: { removed: removed.length },
  }
}
