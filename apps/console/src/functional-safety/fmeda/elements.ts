import { areSharesComplete, shareSum } from '@carapace/shared/functional-safety/fmeda'
import { hardwareElementKind } from '@carapace/shared/functional-safety/kinds/hardware.kinds'
import { faultRates } from '@carapace/shared/functional-safety/metrics'
import { storedFields } from '@carapace/shared/graph/artefacts/artefact-kind'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { modesIn } from './modes.ts'

type Row = Pick<Artefact, 'fields'>

const rateOf = ({ fields }: Row) => storedFields(hardwareElementKind, fields).fit

/** Elements that are not are left out of all metrics. */
export const isSafetyRelated = ({ fields }: Row) => !storedFields(hardwareElementKind, fields).is_excluded

/** Whether metrics lack its failure rate. */
export const lacksRate = (row: Row) => isSafetyRelated(row) && rateOf(row) === null

/** Whether the shares of its modes do not add up to 100 %; an element that is not safety related may do that. */
export const lacksShares = (row: Row) => isSafetyRelated(row) && !areSharesComplete(modesIn(row))

/** The share of its failures that violate the goal unless a mechanism prevents it, 0 to 1; null: it has no modes. */
export function directShare(row: Row): number | null {
  const modes = modesIn(row)
  return modes.length === 0 ? null : shareSum(modes.filter(({ effect }) => effect === 'direct'))
}

/** The part of these failures that mechanisms prevent from violating the goal, 0 to 1; null: there are none. */
export function diagnosticCoverage(row: Row): number | null {
  const direct = directShare(row)
  const uncovered = modesIn(row)
    .map((mode) => faultRates(1, mode))
    .reduce((sum, { singlePoint, residual }) => sum + singlePoint + residual, 0)
  return direct !== null && direct > 0 ? 1 - uncovered / direct : null
}
