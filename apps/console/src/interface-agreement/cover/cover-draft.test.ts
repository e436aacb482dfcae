import { Cover } from '@carapace/shared/interface-agreement/cover'
import { expect, test } from 'vitest'
import { type CoverFields, faultsOf, rebased } from './cover-draft.ts'

const base = { title: 'VCU', cover: Cover.parse({ item: 'VCU', scope: 'Drive' }) }
const level = { subject: 'Delays', customer: 'Maya Rao', supplier: '', after_days: 5 }

test('[AGREEMENT-UI-9] what others stored meanwhile stays where the writer has not typed', () => {
  const mine = { title: 'VCU and inverter', cover: { ...base.cover, scope: 'Drive and charging' } }
  const now = {
    title: 'VCU, round 2',
    cover: {
      ...base.cover,
      scope: 'Drive, 800 V',
      supplier: { ...base.cover.supplier, contact: 'Tomas Weiss' },
      escalation: [level],
    },
  }
  expect(rebased(base, mine, now)).toEqual({
    title: 'VCU and inverter',
    cover: { ...now.cover, scope: 'Drive and charging' },
  })
})

test('[AGREEMENT-UI-9] contacts of both sides are merged field by field', () => {
  const of = (fields: Partial<Cover['customer']>) => ({
    ...base,
    cover: { ...base.cover, customer: { ...base.cover.customer, ...fields } },
  })
  const merged = rebased(base, of({ phone: '+49 1' }), of({ email: 'maya@nordhaven.example' }))
  expect(merged.cover.customer).toEqual({ ...base.cover.customer, phone: '+49 1', email: 'maya@nordhaven.example' })
})

test.for<[string, CoverFields]>([
  ['title', { ...base, title: ' ' }],
  ['escalation', { ...base, cover: { ...base.cover, escalation: [{ ...level, subject: '' }] } }],
  ['escalation', { ...base, cover: { ...base.cover, escalation: [{ ...level, after_days: Number.NaN }] } }],
  ['cycle_days', { ...base, cover: { ...base.cover, cycle_days: 0 } }],
  ['event_days', { ...base, cover: { ...base.cover, event_days: 1.5 } }],
  ['valid_until', { ...base, cover: { ...base.cover, valid_from: '2026-02-01', valid_until: '2026-01-01' } }],
])('[AGREEMENT-UI-9] a cover with a wrong %s is not sent', ([field, fields]) => {
  expect(Object.keys(faultsOf(fields))).toEqual([field])
})

test('[AGREEMENT-UI-9] a complete cover has no fault', () => {
  expect(faultsOf({ ...base, cover: { ...base.cover, escalation: [level] } })).toEqual({})
})
