import type { InputOf } from '@carapace/shared/core/endpoint'
import { decideRows } from '@carapace/shared/interface-agreement/agreements.contract'
import type { RowChanges } from '@carapace/shared/interface-agreement/negotiation'
import {
  getAgreementPages,
  type saveAgreementCover,
  signAgreement,
} from '@carapace/shared/interface-agreement/pages.contract'

import { type Installation, password } from '../support/installation.ts'
import { agreementSeenBy, twoParties, type } from './two-parties.ts'

interface Proof {
  readonly password?: string
  readonly code?: string
}

/**
 * An agreement of two organisations of its own, and what tests of signatures do with it.
 *
 * @param before changes of rows, by their number, before it is sent
 */
export async function agreementToSign(
  site: Installation,
  title: string,
  before: Readonly<Record<number, RowChanges>> = {},
) {
  const { customer, supplier, agreement: uuid } = await twoParties(site, { title }, before)
  const [ours, theirs] = [customer.members.ENGINEER, supplier.members.ENGINEER]
  const here = { agreement_uuid: uuid }
  const sheetFor = (token: string) => agreementSeenBy(site, token, uuid)

  /** Both sides accept all rows. */
  async function accept(): Promise<void> {
    for (const { token } of [ours, theirs]) {
      const { sheet, seq } = await sheetFor(token)
      const rows = sheet.flatMap(({ row }) => (row.is_heading ? [] : [row.id]))
      await site.request(token, decideRows, { ...here, rows, seen: seq, decision: 'accept' })
    }
  }

  /** What a person who signs sends: the state that they see now, and a proof. */
  async function signing(token: string, proof: Proof = { password }): Promise<InputOf<typeof signAgreement>> {
    const { seq } = await sheetFor(token)
    const pages = await site.request(token, getAgreementPages, here)
    const { cover_revision: cover, glossary_revision: glossary, content_hash: content } = pages
    return { ...here, seen: { seq, cover, glossary, content }, ...proof }
  }

  const sign = async (token: string, proof?: Proof) => site.request(token, signAgreement, await signing(token, proof))

  /** All accept and sign: the next version. */
  async function seal() {
    await accept()
    await sign(ours.token)
    return sign(theirs.token)
  }

  /** The cover as it is now with a change, ready to be saved. */
  async function coverWith(token: string, change: Partial<InputOf<typeof saveAgreementCover>['cover']>) {
    const pages = await site.request(token, getAgreementPages, here)
    return { ...here, title: pages.title, cover: { ...pages.cover, ...change }, revision: pages.cover_revision }
  }

  return {
    uuid,
    here,
    customer,
    supplier,
    /** The representatives of both sides. */
    ours,
    theirs,
    sheetFor,
    accept,
    signing,
    sign,
    seal,
    coverWith,
    /** Types values over what somebody sees. */
    type: (token: string, changes: Readonly<Record<number, RowChanges>>) => type(site, token, uuid, changes),
  }
}
