import {
  sendAgreement,
  sendProposals,
  setAgreementProgram,
} from '@carapace/shared/interface-agreement/agreements.contract'

import type { Installation } from '../support/installation.ts'
import { type } from './two-parties.ts'

/**
 * Sends an agreement to somebody who has not answered, with an edited row before and an open proposal and a draft after
 * it; `mark` is in every text.
 */
export async function fillNegotiation(
  site: Installation,
  token: string,
  agreement: string,
  { programUuid, mark }: { readonly programUuid: string; readonly mark: string },
) {
  const here = { agreement_uuid: agreement }
  await site.request(token, setAgreementProgram, { ...here, program_uuid: programUuid })
  await type(site, token, agreement, { 14: { specific_document: `${mark} plan` } })
  await site.request(token, sendAgreement, {
    ...here,
    email: `${mark.toLowerCase()}@supplier.example`,
    name: `${mark} supplier`,
    message: `${mark} message`,
  })
  await type(site, token, agreement, { 14: { status: `${mark} status` } })
  await site.request(token, sendProposals, { ...here, note: `${mark} proposal` })
  await type(site, token, agreement, { 15: { special_agreements: `${mark} draft` } })
  const [invitation] = await site.sql<{ uuid: string }[]>`SELECT uuid
    FROM agreement_invitations
    WHERE agreement_uuid = ${agreement}`
  return { agreementInvitationUuid: invitation!.uuid }
}
