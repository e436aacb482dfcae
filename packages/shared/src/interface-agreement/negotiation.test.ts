import { expect, test } from 'vitest'
import {
  afterStep,
  begun,
  isNegotiated,
  type Negotiation,
  type NegotiatedRow,
  stateOf,
  restored,
  type Step,
  stored,
  wholeStateOf,
} from './negotiation.ts'
import { agreementTemplate } from './template.ts'

const plan = 14
const rowOf = ({ rows }: Negotiation, row = plan) => rows.get(row) as NegotiatedRow

/** Every step must be possible. */
function after(...steps: readonly Step[]): Negotiation {
  return steps.reduce((before, step) => {
    const next = afterStep(before, step)
    if (!next.ok) throw new Error(`${JSON.stringify(step)}: ${next.reason}`)
    return next.value
  }, begun(agreementTemplate))
}

const sent: Step = { what: 'sent' }
const proposal = {
  what: 'proposed',
  side: 'supplier',
  row: plan,
  changes: { customer_r: true, update_cycle: 'cyclic' },
  note: 'We own the plan.',
} as const
const accept = (...fields: ('customer_r' | 'update_cycle')[]): Extract<Step, { what: 'accepted' }> => ({
  what: 'accepted',
  side: 'customer',
  row: plan,
  fields,
})

test('[AGREEMENT-4] before it is sent its author changes rows, afterwards nobody does alone', () => {
  const edit: Step = { what: 'edited', row: plan, changes: { specific_document: 'CS plan VCU' } }
  expect(rowOf(after(edit)).row.specific_document).toBe('CS plan VCU')
  expect(afterStep(after(sent), edit)).toMatchObject({ ok: false, reason: expect.stringMatching(/proposals/) })
  expect(afterStep(after(), proposal)).toMatchObject({ ok: false, reason: expect.stringMatching(/not sent/) })
  expect(afterStep(after(sent), sent)).toMatchObject({ ok: false })
})

test('[AGREEMENT-5] a value changes when the other side accepts it, field by field', () => {
  const open = after(sent, proposal)
  expect(rowOf(open).row.customer_r).toBe(false)
  expect(rowOf(open).open).toEqual({ supplier: { changes: proposal.changes, note: proposal.note } })
  expect(stateOf(rowOf(open))).toBe('proposed')

  const half = after(sent, proposal, accept('customer_r'))
  expect([rowOf(half).row.customer_r, rowOf(half).row.update_cycle]).toEqual([true, ''])
  expect(rowOf(half).open.supplier?.changes).toEqual({ update_cycle: 'cyclic' })
  expect([stateOf(rowOf(half)), rowOf(half).acceptedBy]).toEqual(['proposed', ['customer']])

  const whole = after(sent, proposal, accept('customer_r', 'update_cycle'))
  expect([rowOf(whole).row.update_cycle, rowOf(whole).open]).toEqual(['cyclic', {}])
  expect([stateOf(rowOf(whole)), rowOf(whole).acceptedBy]).toEqual(['accepted', ['customer', 'supplier']])
})

test('[AGREEMENT-5] a declined proposal changes nothing, and the row is not accepted until somebody agrees', () => {
  const declined = after(sent, proposal, {
    what: 'declined',
    side: 'customer',
    row: plan,
    fields: ['customer_r', 'update_cycle'],
    reason: 'We plan ourselves.',
  })
  expect(rowOf(declined).row.customer_r).toBe(false)
  expect([stateOf(rowOf(declined)), wholeStateOf(declined)]).toEqual(['not-accepted', 'not-accepted'])
  const agreed = afterStep(declined, { what: 'row-accepted', side: 'supplier', row: plan })
  expect(agreed.ok && stateOf(rowOf(agreed.value))).toBe('proposed')
})

test('[AGREEMENT-6] a counter-proposal ends the proposal for the same field only', () => {
  const countered = after(sent, proposal, {
    what: 'proposed',
    side: 'customer',
    row: plan,
    changes: { update_cycle: 'on-event' },
    note: '',
  })
  expect(rowOf(countered).open).toEqual({
    supplier: { changes: { customer_r: true }, note: proposal.note },
    customer: { changes: { update_cycle: 'on-event' }, note: '' },
  })
})

test('[AGREEMENT-6] what equals the agreed value is no proposal, and a proposal can be withdrawn', () => {
  const same = after(sent, { ...proposal, changes: { customer_r: false } })
  expect(rowOf(same).open).toEqual({})
  const replaced = after(sent, proposal, { ...proposal, changes: { customer_r: false }, note: 'Only the cycle.' })
  expect(rowOf(replaced).open.supplier).toEqual({ changes: { update_cycle: 'cyclic' }, note: 'Only the cycle.' })
  const withdrawn = after(sent, proposal, {
    what: 'withdrawn',
    side: 'supplier',
    row: plan,
    fields: ['customer_r', 'update_cycle'],
  })
  expect([rowOf(withdrawn).open, stateOf(rowOf(withdrawn))]).toEqual([{}, 'draft'])
})

const refusedSteps: readonly (readonly [string, Step])[] = [
  ['an answer to nothing', accept('customer_r')],
  ['an own proposal accepted', { ...accept('customer_r'), side: 'supplier' }],
  ['a heading', { ...proposal, row: 7 }],
  ['a row that is not there', { ...proposal, row: 65 }],
  ['no field', { ...proposal, changes: {} }],
  ['tailoring without a reason', { ...proposal, changes: { tailoring_applicable: true } }],
]
test.for(refusedSteps)('[AGREEMENT-5] refused: %s', ([, step]) => {
  expect(afterStep(after(sent), step)).toMatchObject({ ok: false, reason: expect.stringMatching(/\.$/) })
})

test('[AGREEMENT-7] a row is accepted when both sides agree to its present values', () => {
  const one: Step = { what: 'row-accepted', side: 'supplier', row: plan }
  const other: Step = { ...one, side: 'customer' }
  expect([stateOf(rowOf(after(sent))), stateOf(rowOf(after(sent, one)))]).toEqual(['draft', 'proposed'])
  expect(stateOf(rowOf(after(sent, one, other)))).toBe('accepted')
  expect(afterStep(after(sent, proposal), other)).toMatchObject({ ok: false, reason: expect.stringMatching(/open/) })

  // a change by agreement is agreed to; a proposal takes the proposer's agreement back
  expect(rowOf(after(sent, one, other, proposal)).acceptedBy).toEqual(['customer'])
  const refused: Step = { what: 'row-declined', side: 'customer', row: plan, reason: 'Not our product.' }
  expect(stateOf(rowOf(after(sent, one, other, refused)))).toBe('not-accepted')
  expect(stateOf(rowOf(after(sent, one, other, refused, one)))).toBe('not-accepted')
  expect(stateOf(rowOf(after(sent, one, other, refused, other)))).toBe('accepted')
})

test('[AGREEMENT-7] the whole is accepted when each of its rows is', () => {
  const rows = [...begun(agreementTemplate).rows].filter(([, row]) => isNegotiated(row)).map(([id]) => id)
  const agreed = rows.flatMap((row): Step[] => [
    { what: 'row-accepted', side: 'customer', row },
    { what: 'row-accepted', side: 'supplier', row },
  ])
  expect([wholeStateOf(after()), wholeStateOf(after(sent)), wholeStateOf(after(sent, ...agreed.slice(1)))]).toEqual([
    'draft',
    'proposed',
    'proposed',
  ])
  expect(wholeStateOf(after(sent, ...agreed))).toBe('accepted')
})

const chart = { ...agreementTemplate.find((row) => !row.is_heading)!, id: 65, work_product: 'Responsibility chart' }
const added = (after: number): Step => ({ what: 'row-added', side: 'customer', after, added: chart as never })
const removed = (row: number, side: 'customer' | 'supplier' = 'customer'): Step => ({ what: 'row-removed', side, row })

test('[AGREEMENT-13] before it is sent its author adds and removes rows and headings', () => {
  expect([...after(added(plan)).rows.keys()].slice(12, 16)).toEqual([13, 14, 65, 15])
  expect([...after(added(0)).rows.keys()][0]).toBe(65)
  expect(after(removed(1), removed(plan)).rows.size).toBe(62)
  expect(afterStep(after(added(0)), added(0))).toMatchObject({ ok: false, reason: expect.stringMatching(/taken/) })
  expect(afterStep(after(), added(99))).toMatchObject({ ok: false, reason: expect.stringMatching(/no row/) })
})

test('[AGREEMENT-13] an added row is a proposal of its side until both agreed to it', () => {
  const open = after(sent, added(plan))
  expect([stateOf(rowOf(open, 65)), rowOf(open, 65).acceptedBy]).toEqual(['proposed', ['customer']])
  expect(afterStep(open, removed(65)).ok).toBe(true)
  expect(afterStep(open, removed(65, 'supplier')).ok).toBe(false)

  const agreed = after(sent, added(plan), { what: 'row-accepted', side: 'supplier', row: 65 })
  expect(stateOf(rowOf(agreed, 65))).toBe('accepted')
  expect(afterStep(agreed, removed(65))).toMatchObject({ ok: false, reason: expect.stringMatching(/tailor/) })
  expect(afterStep(agreed, removed(plan)).ok).toBe(false)
})

test('[AGREEMENT-12] a negotiation comes back from JSON as it was', () => {
  const open = after(sent, added(plan), proposal, accept('customer_r'))
  expect(restored(JSON.parse(JSON.stringify(stored(open))) as ReturnType<typeof stored>)).toEqual(open)
})
