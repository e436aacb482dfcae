import {
  answerInvitation,
  createAgreement,
  decideRows,
  getAgreement,
  listAgreements,
  saveAgreementCells,
  sendAgreement,
} from '@carapace/shared/interface-agreement/agreements.contract'
import type { InputOf } from '@carapace/shared/core/endpoint'
import {
  getAgreementPages,
  saveAgreementCover,
  signAgreement,
} from '@carapace/shared/interface-agreement/pages.contract'
import type { RowField } from '@carapace/shared/interface-agreement/row'

import { type Installation, type Organisation, password } from '../support/installation.ts'

type Value = string | boolean
type Cell = readonly [row: number, field: RowField, value: Value]

/** An agreement of two organisations whose engineers began it and joined it; what each test does with it. */
export async function agreementOf(
  site: Installation,
  {
    customer,
    supplier,
    title,
    cells = [],
  }: { customer: Organisation; supplier: Organisation; title: string; cells?: readonly Cell[] },
) {
  const [ours, theirs] = [customer.members.ENGINEER, supplier.members.ENGINEER]
  const { uuid } = await site.request(ours.token, createAgreement, { title, side: 'customer', item: `${title} item` })
  const here = { agreement_uuid: uuid }
  const sheetFor = async (token: string) => (await site.request(token, getAgreement, here)).agreement
  if (cells.length > 0) await type(ours.token, cells)
  await site.request(ours.token, sendAgreement, { ...here, email: theirs.email, name: 'Supplier' })
  const { invitations } = await site.request(theirs.token, listAgreements, {})
  const invitation = invitations.find((each) => each.title === title)!
  await site.request(theirs.token, answerInvitation, { invitation_uuid: invitation.uuid, answer: 'accept' })

  async function type(token: string, some: readonly Cell[]): Promise<void> {
    const { sheet } = await sheetFor(token)
    await site.request(token, saveAgreementCells, {
      ...here,
      cells: some.map(([number, field, value]) => {
        const found = sheet.find(({ row }) => row.id === number)!.row
        if (found.is_heading) throw new Error(`Row ${number} is a heading.`)
        return { row: number, field, before: found[field], value }
      }),
    })
  }

  /** Both sides accept all rows. */
  async function accept(): Promise<void> {
    for (const { token } of [ours, theirs]) {
      const { sheet, seq } = await sheetFor(token)
      const rows = sheet.flatMap(({ row }) => (row.is_heading ? [] : [row.id]))
      await site.request(token, decideRows, { ...here, rows, seen: seq, decision: 'accept' })
    }
  }

  /** What a person sees now, as a signature names it. */
  async function seenBy(token: string) {
    const { seq } = await sheetFor(token)
    const pages = await site.request(token, getAgreementPages, here)
    return { seq, cover: pages.cover_revision, glossary: pages.glossary_revision, content: pages.content_hash }
  }

  const signing = async (token: string, proof: { password?: string; code?: string } = { password }) => ({
    ...here,
    seen: await seenBy(token),
    ...proof,
  })
  const sign = async (token: string, proof?: { password?: string; code?: string }) =>
    site.request(token, signAgreement, await signing(token, proof))

  /** All accept and sign: the next version. */
  async function seal() {
    await accept()
    await sign(ours.token)
    return sign(theirs.token)
  }

  async function changeCover(token: string, change: Partial<InputOf<typeof saveAgreementCover>['cover']>) {
    const pages = await site.request(token, getAgreementPages, here)
    const cover = { ...pages.cover, ...change }
    return { ...here, title: pages.title, cover, revision: pages.cover_revision }
  }

  return { uuid, here, supplier, ours, theirs, type, accept, sheetFor, seenBy, signing, sign, seal, changeCover }
}
