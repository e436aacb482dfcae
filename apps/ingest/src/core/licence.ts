import { organisations } from '@carapace/shared/account/account.table'
import type { Licence } from '@carapace/shared/modules'

/** The columns that `isLicensed` needs. */
export const licence = {
  active: organisations.licenceActive,
  until: organisations.licenceUntil,
  modules: organisations.modules,
}

/** Whether a licence includes sending events now (rule SHARE-18). */
export function isLicensed({
  active,
  until,
  modules,
}: {
  active: boolean
  until: Date | null
  modules: Licence[]
}): boolean {
  return active && (until === null || until.getTime() > Date.now()) && modules.includes('MSOC')
}
