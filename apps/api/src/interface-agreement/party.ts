import type { Org } from '@carapace/shared/core/owned'
import type { Reader } from '@carapace/shared/interface-agreement/access'
import { Failure } from '@carapace/shared/core/failure'

/** Somebody who takes part in an agreement: whoever holds one has passed `partyOf`, the only way to get one. */
export interface Party extends Reader {
  readonly agreementUuid: string
  readonly org: Org
  readonly user: { readonly uuid: string; readonly name: string }
  /** The program of the own organisation whose artefacts are its evidence. */
  readonly programUuid: string | null
  readonly isSignatory: boolean
  readonly __party: true
}

/** Throws unless the person may work on the whole agreement: a contact or a third party only reads. */
export function refuseThirdParties({ access }: Party): void {
  if (access !== 'member' && access !== 'named')
    throw new Failure('ROLE_REQUIRED', { message: 'Only members of the cybersecurity team may do this.' })
}
