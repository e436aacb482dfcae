import type { InputOf } from '@carapace/shared/core/endpoint'
import {
  type Agreement,
  answerInvitation,
  createAgreement,
  getAgreement,
  listAgreements,
  saveAgreementCells,
  sendAgreement,
} from '@carapace/shared/interface-agreement/agreements.contract'
import type { RowChanges } from '@carapace/shared/interface-agreement/negotiation'
import type { RowField } from '@carapace/shared/interface-agreement/row'

import type { Installation, Organisation } from '../support/installation.ts'

/**
 * Two organisations with an agreement: the customer's engineer begins and sends it, the supplier's engineer accepts the
 * invitation, so that both are the representatives of their sides.
 *
 * @param beginning what is different about the agreement
 * @param before changes of rows, by their number, before it is sent
 */
export async function twoParties(
  site: Installation,
  beginning: Partial<InputOf<typeof createAgreement>> = {},
  before: Readonly<Record<number, RowChanges>> = {},
) {
  const [customer, supplier] = [await site.organisation('Customer'), await site.organisation('Supplier')]
  const begun = await beginAgreement(site, customer, beginning)
  if (Object.keys(before).length > 0) await type(site, customer.members.ENGINEER.token, begun, before)
  await invite(site, customer, begun, supplier.members.ENGINEER.email)
  const invitation = await invitationOf(site, supplier.members.ENGINEER.token)
  await site.request(supplier.members.ENGINEER.token, answerInvitation, {
    invitation_uuid: invitation,
    answer: 'accept',
  })
  return {
    customer,
    supplier,
    /** The session of each side's representative. */
    tokens: { customer: customer.members.ENGINEER.token, supplier: supplier.members.ENGINEER.token },
    agreement: begun,
  }
}

/** Begins an agreement of an organisation as the customer; returns its uuid. */
export async function beginAgreement(
  site: Installation,
  { members }: Organisation,
  fields: Partial<InputOf<typeof createAgreement>> = {},
): Promise<string> {
  const { uuid } = await site.request(members.ENGINEER.token, createAgreement, {
    title: 'VCU brake gateway',
    item: 'Brake gateway',
    side: 'customer',
    ...fields,
  })
  return uuid
}

/** Sends an agreement to an address. */
export function invite(site: Installation, { members }: Organisation, agreement: string, email: string) {
  return site.request(members.ENGINEER.token, sendAgreement, {
    agreement_uuid: agreement,
    email,
    name: 'The other side',
    message: 'Please join.',
  })
}

/** The uuid of the latest invitation to somebody. */
export async function invitationOf(site: Installation, token: string): Promise<string> {
  const { invitations } = await site.request(token, listAgreements, {})
  if (!invitations[0]) throw new Error('Nobody has invited this address.')
  return invitations[0].uuid
}

/** An agreement as somebody sees it. */
export async function agreementSeenBy(site: Installation, token: string, agreement: string): Promise<Agreement> {
  return (await site.request(token, getAgreement, { agreement_uuid: agreement })).agreement
}

/** A row of an agreement as somebody sees it. */
export async function rowSeenBy(site: Installation, token: string, agreement: string, row: number) {
  const { sheet } = await agreementSeenBy(site, token, agreement)
  const found = sheet.find((one) => one.row.id === row)
  if (!found || found.row.is_heading) throw new Error(`The agreement has no work product ${row} for them.`)
  return { ...found, row: found.row }
}

/** Types values over what somebody sees; fails if one is refused. */
export async function type(
  site: Installation,
  token: string,
  agreement: string,
  changes: Readonly<Record<number, RowChanges>>,
): Promise<void> {
  const { sheet, drafts, side } = await agreementSeenBy(site, token, agreement)
  const seen = (id: number, field: RowField) => {
    const found = sheet.find(({ row }) => row.id === id)!
    const draft = drafts.find((one) => one.row === id && one.field === field)
    return (
      draft?.value ??
      found.open[side]?.changes[field] ??
      (found.row as unknown as Record<RowField, string | boolean>)[field]
    )
  }
  const cells = Object.entries(changes).flatMap(([id, values]) =>
    Object.entries(values).map(([field, value]) => ({
      row: Number(id),
      field: field as RowField,
      before: seen(Number(id), field as RowField),
      value,
    })),
  )
  const { refused } = await site.request(token, saveAgreementCells, { agreement_uuid: agreement, cells })
  if (refused.length > 0) throw new Error(JSON.stringify(refused))
}
