import { expect, test } from 'vitest'
import {
  addAgreementRow,
  type AgreementChanges,
  answerAgreementProposal,
  decideRows,
  deleteAgreement,
  discardDrafts,
  getAgreement,
  listAgreements,
  removeAgreementRow,
  reportRowAtWork,
  saveAgreementCells,
  sendAgreement,
  sendProposals,
  setAgreementProgram,
  withdrawProposal,
} from '@carapace/shared/interface-agreement/agreements.contract'
import type { Side } from '@carapace/shared/interface-agreement/row'
import { removeAgreementTeamMember, saveAgreementTeamMember } from '@carapace/shared/interface-agreement/pages.contract'
import { getAgreementHistory } from '@carapace/shared/interface-agreement/row-details.contract'

import { type Member, type Organisation, startInstallation } from '../support/installation.ts'
import type { Subscription } from '../support/live.ts'
import { connectLive } from '../support/live.ts'
import { agreementSeenBy, rowSeenBy, twoParties, type } from './two-parties.ts'

const site = await startInstallation()
const plan = 14
const channel = 'interface-agreement.agreement'

/** Makes a member part of the team of an agreement. */
async function join(
  agreement: string,
  side: Side,
  { org }: Organisation,
  { uuid }: Member,
  access: string,
  rows: readonly number[] = [],
): Promise<void> {
  await site.sql`INSERT INTO agreement_team (agreement_uuid, org_uuid, side, user_uuid, name, role, access, rows)
    VALUES (${agreement}, ${org.uuid}, ${side}, ${uuid}, 'Joined', 'Engineer', ${access}, ${[...rows]})`
}

test('[AGREEMENT-14] people of both sides who take no part, and another tenant, learn nothing', async () => {
  const { agreement, customer, supplier } = await twoParties(site)
  const other = await site.organisation('Other')
  await join(agreement, 'supplier', supplier, supplier.members.ANALYST, 'contact')
  const here = { agreement_uuid: agreement }
  const row = { ...here, row: plan }
  const calls = [
    [getAgreement, here],
    [getAgreementHistory, here],
    [getAgreementHistory, row],
    [deleteAgreement, here],
    [saveAgreementCells, { ...here, cells: [{ row: plan, field: 'status', before: '', value: 'x' }] }],
    [addAgreementRow, { ...here, after: 1, title: 'x' }],
    [removeAgreementRow, row],
    [sendProposals, here],
    [discardDrafts, here],
    [withdrawProposal, { ...row, fields: ['status'] }],
    [answerAgreementProposal, { ...row, seen: 99, accept: ['status'] }],
    [decideRows, { ...here, rows: [plan], seen: 99, decision: 'accept' }],
    [sendAgreement, { ...here, email: 'a@b.example', name: 'A' }],
    [setAgreementProgram, { ...here, program_uuid: null }],
    [reportRowAtWork, row],
  ] as const
  // engineers and administrators may make all of these calls in agreements of their own
  await site.sql`UPDATE users SET role = 'ENGINEER'
    WHERE uuid IN ${site.sql([customer, supplier].map(({ members }) => members.ANALYST.uuid))}`
  const outside = [customer.members.ANALYST, supplier.members.ANALYST, other.members.ADMIN, other.members.ENGINEER]
  for (const { token } of outside) {
    for (const [endpoint, input] of calls)
      expect([endpoint.path, (await site.refusal(token, endpoint, input)).code]).toEqual([endpoint.path, 'NOT_FOUND'])
    expect(await site.request(token, listAgreements, {})).toEqual({ agreements: [], invitations: [] })
    expect(await (await site.live(token)).subscribe(channel, here).refusal()).toBe('NOT_FOUND')
  }
  expect((await agreementSeenBy(site, supplier.members.ADMIN.token, agreement)).access).toBe('member')
})

test('[AGREEMENT-9] a third party sees its rows with their headings, and only reads', async () => {
  const { agreement, customer, tokens } = await twoParties(
    site,
    {},
    {
      14: { supplier_r: true, specific_document: 'CS plan', level_of_confidentiality: 'confidential' },
      15: { supplier_r: true, specific_document: 'Case', level_of_confidentiality: 'confidential-with-third-party' },
    },
  )
  const guest = customer.members.ANALYST
  await join(agreement, 'customer', customer, guest, 'third-party', [14, 15])
  await site.sql`UPDATE users SET role = 'ENGINEER' WHERE uuid = ${guest.uuid}`
  await type(site, tokens.supplier, agreement, {
    14: { specific_document: 'CS plan 2', status: 'open' },
    16: { status: 'x' },
  })
  await site.request(tokens.supplier, sendProposals, { agreement_uuid: agreement })
  await type(site, tokens.customer, agreement, { 14: { status: 'done' } })

  const seen = await agreementSeenBy(site, guest.token, agreement)
  expect(seen.sheet.map(({ row, hidden }) => [row.id, hidden])).toEqual([
    [7, []],
    [14, ['specific_document']],
    [15, []],
  ])
  expect(seen).toMatchObject({ rows: 2, waiting: 2, drafts: [], may_edit: false, invitation: null })
  expect(seen.sheet[1]).toMatchObject({
    row: { specific_document: '' },
    open: { supplier: { changes: { status: 'open' } } },
  })
  expect(Object.keys(seen.sheet[1]!.open.supplier!.changes)).toEqual(['status'])
  expect(seen.sheet[2]!.row).toMatchObject({ specific_document: 'Case' })

  const { entries } = await site.request(guest.token, getAgreementHistory, { agreement_uuid: agreement })
  expect(entries.map(({ row, what, changes }) => [row, what, changes])).toEqual([[14, 'proposed', { status: 'open' }]])
  const elsewhere = { agreement_uuid: agreement, row: 16 }
  expect((await site.refusal(guest.token, getAgreementHistory, elsewhere)).code).toBe('NOT_FOUND')
  const cells = [{ row: 14, field: 'status', before: '', value: 'x' }]
  const typed = await site.refusal(guest.token, saveAgreementCells, { agreement_uuid: agreement, cells })
  expect(typed.code).toBe('ROLE_REQUIRED')
})

test('[AGREEMENT-9] [AGREEMENT-24] highly confidential documents are hidden from who is not named', async () => {
  const { agreement, customer, supplier, tokens } = await twoParties(
    site,
    {},
    { 14: { supplier_r: true, specific_document: 'PELICAN', level_of_confidentiality: 'highly-confidential' } },
  )
  await join(agreement, 'customer', customer, customer.members.VIEWER, 'named')
  const member = customer.members.ADMIN.token
  const row = await rowSeenBy(site, member, agreement, 14)
  expect([row.row.specific_document, row.hidden]).toEqual(['', ['specific_document']])
  for (const token of [customer.members.VIEWER.token, tokens.customer, supplier.members.ADMIN.token])
    expect((await rowSeenBy(site, token, agreement, 14)).row.specific_document).toBe('PELICAN')

  const { refused } = await site.request(member, saveAgreementCells, {
    agreement_uuid: agreement,
    cells: [{ row: 14, field: 'specific_document', before: '', value: 'Mine' }],
  })
  expect(refused).toMatchObject([{ why: 'invalid', now: '' }])
  await type(site, tokens.supplier, agreement, { 14: { specific_document: 'PELICAN 2' } })
  await site.request(tokens.supplier, sendProposals, { agreement_uuid: agreement })
  const { seq } = await agreementSeenBy(site, member, agreement)
  const blind = { agreement_uuid: agreement, row: 14, seen: seq, accept: ['specific_document'] }
  expect((await site.refusal(member, answerAgreementProposal, blind)).message).toContain('who may see this value')
  const { entries } = await site.request(member, getAgreementHistory, { agreement_uuid: agreement })
  expect(JSON.stringify([entries, await rowSeenBy(site, member, agreement, 14)])).not.toContain('PELICAN')
})

test('[AGREEMENT-21] the history is in order, page by page; the other side sees it from the sending on', async () => {
  const { agreement, customer, tokens } = await twoParties(site, {}, { 14: { customer_r: true }, 15: { status: 'x' } })
  const here = { agreement_uuid: agreement }
  await type(site, tokens.supplier, agreement, { 14: { status: 'open' }, 16: { status: 'open' } })
  await site.request(tokens.supplier, sendProposals, { ...here, note: 'Ours.' })
  const { seq } = await agreementSeenBy(site, tokens.customer, agreement)
  await site.request(tokens.customer, answerAgreementProposal, {
    ...here,
    row: 14,
    seen: seq,
    decline: ['status'],
    reason: 'Not yet.',
  })
  const read = async (token: string, limit: number, row?: number) => {
    const all = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const page = await site.request(token, getAgreementHistory, { ...here, limit, row, cursor })
      all.push(...page.entries)
      cursor = page.next_cursor
      expect(page.entries.length).toBeLessThanOrEqual(limit)
    }
    return all
  }
  const story = await read(tokens.customer, 200)
  expect(story.map(({ what, row, party, actor }) => [what, row, party, actor])).toEqual([
    ['declined', 14, customer.name, 'Customer engineer'],
    ['proposed', 16, 'Supplier', 'Supplier engineer'],
    ['proposed', 14, 'Supplier', 'Supplier engineer'],
    ['joined', null, 'Supplier', 'Supplier engineer'],
    ['sent', null, customer.name, 'Customer engineer'],
    ['edited', 15, customer.name, 'Customer engineer'],
    ['edited', 14, customer.name, 'Customer engineer'],
    ['created', null, customer.name, 'Customer engineer'],
  ])
  expect(story[0]).toMatchObject({
    fields: ['status'],
    note: 'Not yet.',
    title: 'Cybersecurity plan',
    side: 'customer',
  })
  expect(story[2]).toMatchObject({ changes: { status: 'open' }, note: 'Ours.' })
  for (const limit of [1, 2, 3]) expect(await read(tokens.customer, limit)).toEqual(story)
  expect(await read(tokens.supplier, 2)).toEqual(story.slice(0, 5))
  expect((await read(tokens.customer, 1, 14)).map(({ what }) => what)).toEqual(['declined', 'proposed', 'edited'])
  for (const cursor of ['x', 'step-1-2', 'log-', "step-1'"])
    expect((await site.refusal(tokens.customer, getAgreementHistory, { ...here, cursor })).code).toBe('INVALID_INPUT')
})

/** The latest that a viewer was sent. */
const latest = ({ frames }: Subscription): AgreementChanges =>
  frames
    .flatMap((frame) => (frame.op === 'snapshot' ? [frame.data] : frame.op === 'changes' ? frame.data : []))
    .at(-1) as AgreementChanges

test('[AGREEMENT-22] both sides see who has it open and which row they edit, over several api processes', async () => {
  const { agreement, customer, tokens } = await twoParties(site)
  const here = { agreement_uuid: agreement }
  const elsewhere = await site.anotherApi()
  const there = await connectLive(elsewhere.port, tokens.supplier)
  const [ours, theirs] = [(await site.live(tokens.customer)).subscribe(channel, here), there.subscribe(channel, here)]
  for (const each of [ours, theirs]) await each.snapshot()
  const shown = (subscription: Subscription) =>
    latest(subscription).people.map(({ name, side, row }) => [name, side, row])
  const shows = (subscription: Subscription, ...people: unknown[]) =>
    subscription.until((one) => JSON.stringify(shown(one)) === JSON.stringify(people), JSON.stringify(people))
  await shows(ours, ['Supplier engineer', 'supplier', null])
  await shows(theirs, ['Customer engineer', 'customer', null])

  // the call reaches another process than the socket
  await site.request(tokens.supplier, reportRowAtWork, { ...here, row: plan })
  await shows(ours, ['Supplier engineer', 'supplier', plan])
  const [person] = await site.sql<{ uuid: string }[]>`SELECT user_uuid AS uuid
    FROM agreement_team
    WHERE agreement_uuid = ${agreement}
    AND side = 'supplier'`
  expect(latest(ours).people[0]!.uuid).not.toBe(person!.uuid)

  const before = latest(theirs).sheet
  await type(site, tokens.customer, agreement, { 14: { status: 'open' } })
  await theirs.until((one) => latest(one).sheet > before, 'a hint')
  const colleague = (await site.live(customer.members.ADMIN.token)).subscribe(channel, here)
  await colleague.snapshot()
  await shows(ours, ['Customer admin', 'customer', null], ['Supplier engineer', 'supplier', plan])
  there.close()
  await shows(ours, ['Customer admin', 'customer', null])
})

test('[AGREEMENT-14] [AGREEMENT-22] who is removed from the team receives nothing more', async () => {
  const { agreement, customer, tokens } = await twoParties(site)
  const here = { agreement_uuid: agreement }
  const { member } = await site.request(tokens.customer, saveAgreementTeamMember, {
    ...here,
    user_uuid: customer.members.VIEWER.uuid,
    name: 'Customer viewer',
    role: 'Reviewer',
    access: 'member',
  })
  const viewer = (await site.live(customer.members.VIEWER.token)).subscribe(channel, here)
  await viewer.snapshot()
  await site.request(tokens.customer, removeAgreementTeamMember, { ...here, uuid: member.uuid })
  expect(await viewer.refusal()).toBe('NOT_FOUND')
  expect((await site.refusal(customer.members.VIEWER.token, getAgreement, here)).code).toBe('NOT_FOUND')
})
