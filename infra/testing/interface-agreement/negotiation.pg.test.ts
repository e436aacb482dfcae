import { expect, test } from 'vitest'
import {
  addAgreementRow,
  answerAgreementProposal,
  decideRows,
  discardDrafts,
  removeAgreementRow,
  saveAgreementCells,
  sendProposals,
  withdrawProposal,
} from '@carapace/shared/interface-agreement/agreements.contract'
import { agreementSteps } from '@carapace/shared/interface-agreement/agreements.table'
import { afterStep, begun, type Negotiation, type Step, stored } from '@carapace/shared/interface-agreement/negotiation'
import type { AgreementRow, RowField } from '@carapace/shared/interface-agreement/row'
import { asc, eq } from 'drizzle-orm'

import { startInstallation } from '../support/installation.ts'
import { agreementSeenBy, beginAgreement, rowSeenBy, twoParties, type } from './two-parties.ts'

const site = await startInstallation()
/** The row "Cybersecurity plan". */
const plan = 14

/** What the two sides do in an agreement of their own. */
async function negotiating(before: Parameters<typeof twoParties>[2] = {}) {
  const { customer, supplier, tokens, agreement } = await twoParties(site, {}, before)
  const here = { agreement_uuid: agreement }
  const seqOf = async (side: 'customer' | 'supplier') => (await agreementSeenBy(site, tokens[side], agreement)).seq
  return {
    customer,
    supplier,
    tokens,
    agreement,
    here,
    seqOf,
    row: (side: 'customer' | 'supplier', row = plan) => rowSeenBy(site, tokens[side], agreement, row),
    whole: (side: 'customer' | 'supplier') => agreementSeenBy(site, tokens[side], agreement),
    type: (side: 'customer' | 'supplier', changes: Parameters<typeof type>[3]) =>
      type(site, tokens[side], agreement, changes),
    propose: (side: 'customer' | 'supplier', note = '') => site.request(tokens[side], sendProposals, { ...here, note }),
    answer: async (side: 'customer' | 'supplier', accept: RowField[], decline: RowField[] = [], reason = '') =>
      site.request(tokens[side], answerAgreementProposal, {
        ...here,
        row: plan,
        seen: await seqOf(side),
        accept,
        decline,
        reason,
      }),
    decide: async (side: 'customer' | 'supplier', decision: 'accept' | 'decline', rows = [plan]) =>
      site.request(tokens[side], decideRows, { ...here, rows, seen: await seqOf(side), decision, reason: 'Because.' }),
  }
}

test('[AGREEMENT-4] the author edits values at once, one step for each row, until the agreement is sent', async () => {
  const alpha = await site.organisation('Alpha')
  const { token } = alpha.members.ENGINEER
  const agreement = await beginAgreement(site, alpha)
  await type(site, token, agreement, {
    14: { customer_r: true, specific_document: 'CS plan' },
    15: { supplier_r: true },
  })

  const { seq, sheet, drafts, is_sent: isSent, state } = await agreementSeenBy(site, token, agreement)
  expect([seq, drafts, isSent, state]).toEqual([2, [], false, 'draft'])
  expect(sheet).toHaveLength(64)
  expect(sheet.find(({ row }) => row.id === 14)!.row).toMatchObject({ customer_r: true, specific_document: 'CS plan' })
})

test('[AGREEMENT-2] before sending, a row that would be tailored without a reason keeps its values', async () => {
  const alpha = await site.organisation('Alpha')
  const { token } = alpha.members.ENGINEER
  const agreement = await beginAgreement(site, alpha)
  const cell = (field: RowField, before: string | boolean, value: string | boolean) => ({
    row: plan,
    field,
    before,
    value,
  })
  const save = (...cells: ReturnType<typeof cell>[]) =>
    site.request(token, saveAgreementCells, { agreement_uuid: agreement, cells })
  const tailored = cell('tailoring_applicable', false, true)

  expect((await save(tailored, cell('status', '', 'open'))).refused).toEqual([
    {
      row: plan,
      field: 'tailoring_applicable',
      why: 'invalid',
      message: 'State why the work product is tailored.',
      now: false,
    },
  ])
  expect((await save(tailored, cell('tailoring_justification', '', 'Carry-over.'))).refused).toEqual([])
  const { row } = await rowSeenBy(site, token, agreement, plan)
  expect(row).toMatchObject({ status: 'open', tailoring_applicable: true, tailoring_justification: 'Carry-over.' })
})

test('a value that does not fit its field is refused, and the others are stored', async () => {
  const { tokens, here, row } = await negotiating()
  const { refused } = await site.request(tokens.supplier, saveAgreementCells, {
    ...here,
    cells: [
      { row: plan, field: 'update_cycle', before: '', value: 'now and then' },
      { row: plan, field: 'supplier_r', before: false, value: 'yes' },
      { row: plan, field: 'date', before: '', value: '2027-02-30' },
      { row: plan, field: 'iso_reference', before: 'WP-06-01', value: '6.1' },
      { row: 1, field: 'status', before: '', value: 'a heading' },
      { row: 900, field: 'status', before: '', value: 'no row' },
      { row: plan, field: 'status', before: '', value: 'open' },
    ],
  })
  expect(refused.map(({ row: id, field, why }) => [id, field, why])).toEqual([
    [plan, 'update_cycle', 'invalid'],
    [plan, 'supplier_r', 'invalid'],
    [plan, 'date', 'invalid'],
    [plan, 'iso_reference', 'invalid'],
    [1, 'status', 'invalid'],
    [900, 'status', 'invalid'],
  ])
  expect((await row('supplier')).row.status).toBe('')
  const { drafts } = await agreementSeenBy(site, tokens.supplier, here.agreement_uuid)
  expect(drafts).toEqual([
    { row: plan, field: 'status', value: 'open', author: 'Supplier engineer', at: expect.any(String) },
  ])
})

test('[AGREEMENT-5] a proposal is sent, answered field by field, and both agree to the row', async () => {
  const { type, propose, answer, row, whole, decide } = await negotiating()
  await type('supplier', { [plan]: { supplier_r: true, update_cycle: 'cyclic' } })
  expect(await propose('supplier', 'We own the plan.')).toMatchObject({ sent: 1 })
  expect(await row('customer')).toMatchObject({
    state: 'proposed',
    row: { supplier_r: false, update_cycle: '' },
    open: { supplier: { changes: { supplier_r: true, update_cycle: 'cyclic' }, note: 'We own the plan.' } },
  })
  expect(await whole('customer')).toMatchObject({ waiting: 2, state: 'proposed', agreed: 0, rows: 53 })
  expect(await whole('supplier')).toMatchObject({ waiting: 0 })

  await answer('customer', ['supplier_r'], ['update_cycle'], 'Once is enough.')
  expect(await row('supplier')).toMatchObject({
    state: 'not-accepted',
    row: { supplier_r: true, update_cycle: '' },
    open: {},
    declined: { of: 'proposal', side: 'customer', reason: 'Once is enough.' },
  })
  await decide('supplier', 'accept')
  await decide('customer', 'accept')
  expect(await row('customer')).toMatchObject({ state: 'accepted', accepted_by: ['supplier', 'customer'] })
  expect(await whole('customer')).toMatchObject({ waiting: 0, agreed: 1 })
})

test('[AGREEMENT-6] a counter-proposal ends the proposal for its fields, and the first side accepts it', async () => {
  const { type, propose, answer, row } = await negotiating()
  await type('supplier', { [plan]: { update_cycle: 'cyclic', deliverable_type: 'insight-on-demand' } })
  await propose('supplier')
  await type('customer', { [plan]: { deliverable_type: 'handover' } })
  await propose('customer', 'We need the document.')
  expect((await row('supplier')).open).toEqual({
    supplier: { changes: { update_cycle: 'cyclic' }, note: '' },
    customer: { changes: { deliverable_type: 'handover' }, note: 'We need the document.' },
  })
  await answer('supplier', ['deliverable_type'])
  await answer('customer', ['update_cycle'])
  expect(await row('supplier')).toMatchObject({
    state: 'accepted',
    row: { update_cycle: 'cyclic', deliverable_type: 'handover' },
  })
})

test('a proposal that is taken back is open no more; another row is declined as it is', async () => {
  const { type, propose, row, tokens, here, decide, whole } = await negotiating()
  await type('supplier', { [plan]: { status: 'open', date: '2027-03-01' } })
  await propose('supplier')
  await site.request(tokens.supplier, withdrawProposal, { ...here, row: plan, fields: ['status'] })
  expect((await row('customer')).open.supplier?.changes).toEqual({ date: '2027-03-01' })
  const again = await site.refusal(tokens.supplier, withdrawProposal, { ...here, row: plan, fields: ['status'] })
  expect([again.code, again.message]).toEqual(['RULE_REFUSED', expect.stringContaining('no open proposal')])

  await decide('customer', 'decline', [15, 16])
  expect(await row('supplier', 15)).toMatchObject({
    state: 'not-accepted',
    declined: { of: 'row', side: 'customer', reason: 'Because.' },
  })
  expect((await whole('supplier')).state).toBe('not-accepted')
})

test('[AGREEMENT-23] nobody answers a row that has changed since they saw it; other rows do not matter', async () => {
  const { type, propose, tokens, here, seqOf } = await negotiating()
  await type('supplier', { [plan]: { status: 'open' } })
  await propose('supplier')
  const seen = await seqOf('customer')
  await type('supplier', { 15: { status: 'open' } })
  await propose('supplier')
  await type('supplier', { [plan]: { status: 'done' } })
  await propose('supplier')
  const answer = { ...here, row: plan, accept: ['status'] }
  const refused = await site.refusal(tokens.customer, answerAgreementProposal, { ...answer, seen })
  expect([refused.status, refused.message]).toEqual([409, 'Row 14 was changed meanwhile. Look at it, then decide.'])
  const decision = { ...here, rows: [15, plan], decision: 'decline', seen: seen + 1 }
  expect((await site.refusal(tokens.customer, decideRows, decision)).message).toContain('Row 14 was')

  await type('supplier', { 16: { status: 'open' } })
  const { seq } = await site.request(tokens.customer, answerAgreementProposal, {
    ...here,
    row: plan,
    seen: await seqOf('customer'),
    accept: ['status'],
  })
  expect(seq).toBe((await seqOf('customer')) satisfies number)
  expect(
    (await site.refusal(tokens.customer, answerAgreementProposal, { ...answer, accept: [], seen: seq })).code,
  ).toBe('INVALID_INPUT')
})

test('[AGREEMENT-16] what a side types is its draft, which the other side does not see in any way', async () => {
  const { type, whole, here, tokens, supplier, agreement } = await negotiating()
  const before = await whole('customer')
  const live = (await site.live(tokens.customer)).subscribe('interface-agreement.agreement', here)
  await live.snapshot()
  await type('supplier', { [plan]: { special_agreements: 'PELICAN', supplier_r: true } })
  await live.until(({ changes }) => changes.length > 0, 'a hint')

  expect(await whole('customer')).toEqual(before)
  expect(JSON.stringify(live.frames)).not.toContain('PELICAN')
  // the supplier's administrator shares it
  const { drafts } = await agreementSeenBy(site, supplier.members.ADMIN.token, agreement)
  expect(drafts.map(({ field, value }) => [field, value])).toEqual([
    ['special_agreements', 'PELICAN'],
    ['supplier_r', true],
  ])
  expect(await site.request(tokens.customer, discardDrafts, here)).toMatchObject({ discarded: 0 })
  expect(await site.request(tokens.supplier, discardDrafts, { ...here, rows: [plan] })).toMatchObject({ discarded: 2 })
  expect((await whole('supplier')).drafts).toEqual([])
})

test('a draft ends that equals what is agreed or proposed; the agreed value takes a proposal back', async () => {
  const { type, propose, whole, row } = await negotiating()
  await type('supplier', { [plan]: { status: 'open' } })
  await type('supplier', { [plan]: { status: '' } })
  expect((await whole('supplier')).drafts).toEqual([])

  await type('supplier', { [plan]: { status: 'open' } })
  await propose('supplier')
  await type('supplier', { [plan]: { status: 'done' } })
  await type('supplier', { [plan]: { status: 'open' } })
  expect((await whole('supplier')).drafts).toEqual([])
  await type('supplier', { [plan]: { status: '' } })
  expect((await whole('supplier')).drafts).toMatchObject([{ field: 'status', value: '' }])
  await propose('supplier')
  expect(await row('customer')).toMatchObject({ open: {}, row: { status: '' } })
  expect(await propose('supplier')).toMatchObject({ sent: 0 })
})

test('tailoring is typed cell by cell as a draft, and not sent without its reason', async () => {
  const { type, propose, tokens, here, row } = await negotiating()
  await type('supplier', { [plan]: { tailoring_applicable: true } })
  const refused = await site.refusal(tokens.supplier, sendProposals, here)
  expect([refused.code, refused.message]).toEqual([
    'RULE_REFUSED',
    'Row 14, Cybersecurity plan: State why the work product is tailored. Nothing was sent.',
  ])
  await type('supplier', { [plan]: { tailoring_justification: 'Carry-over.' } })
  await propose('supplier')
  expect((await row('customer')).open.supplier?.changes).toEqual({
    tailoring_applicable: true,
    tailoring_justification: 'Carry-over.',
  })
})

test('[AGREEMENT-17] a cell over a value that the writer did not see is refused, with who changed it', async () => {
  const { tokens, here, type, supplier, agreement, propose, answer } = await negotiating()
  await type('supplier', { [plan]: { status: 'open' } })
  const colleague = supplier.members.ADMIN.token
  const cell = { row: plan, field: 'status' as const, before: '', value: 'done' }
  const save = (token: string, ...cells: (typeof cell)[]) =>
    site.request(token, saveAgreementCells, { agreement_uuid: agreement, cells })
  expect((await save(colleague, cell)).refused).toEqual([
    {
      row: plan,
      field: 'status',
      why: 'changed',
      message: 'Supplier engineer changed this cell meanwhile.',
      now: 'open',
    },
  ])
  expect((await save(colleague, { ...cell, before: 'open' })).refused).toEqual([])
  expect((await save(colleague, { ...cell, before: 'nothing', value: 'done' })).refused).toEqual([])

  await propose('supplier')
  await answer('customer', ['status'])
  expect((await site.request(tokens.customer, saveAgreementCells, { ...here, cells: [cell] })).refused).toEqual([])
  const other = { ...cell, value: 'late' }
  expect((await site.request(tokens.customer, saveAgreementCells, { ...here, cells: [other] })).refused).toMatchObject([
    { why: 'changed', message: 'Customer engineer changed this cell meanwhile.', now: 'done' },
  ])
})

test('[AGREEMENT-17] two who type at once in different cells lose nothing, before sending and after', async () => {
  const alpha = await site.organisation('Alpha')
  const unsent = await beginAgreement(site, alpha)
  const { supplier, agreement } = await negotiating()
  const rows = (await agreementSeenBy(site, alpha.members.ADMIN.token, unsent)).sheet
    .filter(({ row }) => !row.is_heading)
    .slice(0, 50)
    .map(({ row }) => row.id)
  for (const [of, uuid] of [
    [alpha.members, unsent],
    [supplier.members, agreement],
  ] as const) {
    const typing = (token: string, field: RowField) =>
      rows.map((row) =>
        site.request(token, saveAgreementCells, {
          agreement_uuid: uuid,
          cells: [{ row, field, before: '', value: `${field} ${row}` }],
        }),
      )
    const saved = await Promise.all([
      ...typing(of.ENGINEER.token, 'status'),
      ...typing(of.ADMIN.token, 'special_agreements'),
    ])
    expect(saved.flatMap(({ refused }) => refused)).toEqual([])

    const { sheet, drafts } = await agreementSeenBy(site, of.ENGINEER.token, uuid)
    const typed = new Map(drafts.map(({ row, field, value }) => [`${row} ${field}`, value]))
    for (const id of rows) {
      const found = sheet.find(({ row }) => row.id === id)!.row as unknown as Record<string, unknown>
      for (const field of ['status', 'special_agreements'])
        expect(typed.get(`${id} ${field}`) ?? found[field]).toBe(`${field} ${id}`)
    }
  }
})

test('[AGREEMENT-13] a row that a side adds after sending is a proposal, and gets a number of its own', async () => {
  const { tokens, here, row, decide, whole } = await negotiating()
  const add = (title: string) => site.request(tokens.supplier, addAgreementRow, { ...here, after: 14, title })
  const remove = (token: string, id: number) => ({ token, input: { ...here, row: id } })
  const first = await add('Key ceremony')
  expect(first.row).toBe(65)
  expect(await row('customer', 65)).toMatchObject({
    state: 'proposed',
    added_by: 'supplier',
    accepted_by: ['supplier'],
  })
  expect((await whole('customer')).sheet.findIndex(({ row: { id } }) => id === 65)).toBe(14)
  const theirs = remove(tokens.customer, 65)
  expect((await site.refusal(theirs.token, removeAgreementRow, theirs.input)).code).toBe('RULE_REFUSED')
  await site.request(tokens.supplier, removeAgreementRow, { ...here, row: 65 })
  expect((await whole('customer')).sheet).toHaveLength(64)

  expect((await add('Key ceremony')).row).toBe(66)
  await decide('customer', 'accept', [66])
  expect(await row('supplier', 66)).toMatchObject({ state: 'accepted', added_by: null })
  expect((await site.refusal(tokens.supplier, removeAgreementRow, { ...here, row: 66 })).message).toContain('tailor')
  const heading = { ...here, after: 0, title: 'Ours', is_heading: true }
  expect((await site.refusal(tokens.supplier, addAgreementRow, heading)).message).toContain('headings')
})

test('[AGREEMENT-12] what is stored is what the steps lead to from the rows with which it began', async () => {
  const { type, propose, answer, decide, tokens, here, agreement } = await negotiating({
    14: { customer_r: true, status: 'open' },
  })
  await type('supplier', { [plan]: { supplier_r: true, update_cycle: 'once' }, 15: { status: 'open' } })
  await propose('supplier', 'Ours.')
  await answer('customer', ['supplier_r'], ['update_cycle'], 'No.')
  await site.request(tokens.customer, addAgreementRow, { ...here, after: 3, title: 'More' })
  await decide('supplier', 'decline', [16])
  await decide('supplier', 'accept', [17, 18, 65])

  const steps = await site.db
    .select({ step: agreementSteps.step })
    .from(agreementSteps)
    .where(eq(agreementSteps.agreementUuid, agreement))
    .orderBy(asc(agreementSteps.seq))
  const [created] = await site.sql<{ rows: AgreementRow[] }[]>`SELECT detail->'rows' AS rows
    FROM agreement_log
    WHERE agreement_uuid = ${agreement}
    AND action = 'created'`
  const [now] = await site.sql<{ negotiation: object; seq: number }[]>`SELECT negotiation, seq
    FROM agreements
    WHERE uuid = ${agreement}`
  const folded = steps.reduce((before: Negotiation, { step }: { step: Step }) => {
    const after = afterStep(before, step)
    if (!after.ok) throw new Error(after.reason)
    return after.value
  }, begun(created!.rows))
  expect(JSON.parse(JSON.stringify(stored(folded)))).toEqual(now!.negotiation)
  expect(now!.seq).toBe(steps.length)
})
