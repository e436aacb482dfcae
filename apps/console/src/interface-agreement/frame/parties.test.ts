import { agreementTemplate } from '@carapace/shared/interface-agreement/template'
import type { Agreement } from '@carapace/shared/interface-agreement/agreements.contract'
import { expect, test } from 'vitest'
import { barOf, openText, signedText } from './parties.ts'

const at = '2025-11-10T10:00:00Z'
const signature = (side: 'customer' | 'supplier', version: number | null, name = 'Maya Rao') => ({
  side,
  name,
  role: 'Manager',
  version,
  at,
})

test.for([
  ['nobody', [], 'Not signed yet'],
  ['the other side only', [signature('supplier', 2)], 'Not signed yet'],
  ['the last version', [signature('customer', 1), signature('customer', 2)], 'Signed version 2, 10 Nov 2025'],
  ['the present state', [signature('customer', 2), signature('customer', null)], 'Signed as it is now by 1 person'],
] as const)('[AGREEMENT-UI-3] the customer, where %s signed', ([, signed, text]) => {
  expect(signedText({ signed: [...signed] }, 'customer')).toBe(text)
})

const joined = { side: 'supplier', name: 'Kestrel ECU Systems', joined_at: at } as const
const invited = { side: 'supplier', name: 'tomas@kestrel.example', joined_at: null } as const
const invitation = { email: 'tomas@kestrel.example', name: 'Tomas Weiss', expires_at: at, state: 'open' } as const
const draft = { row: 2, field: 'status', value: 'Approved', author: 'Maya Rao', at } as const
const base = { side: 'customer', signed: [], drafts: [], waiting: 0, is_sent: true, invitation: null } as const

test.for([
  ['its own changes', 'customer', { drafts: [draft], parties: [joined] }, '1 change not sent'],
  ['nothing of its own', 'customer', { parties: [joined] }, undefined],
  ['proposals of the other', 'supplier', { waiting: 7, parties: [joined] }, '7 proposals to you'],
  ['the invitation', 'supplier', { parties: [invited], invitation }, 'Invited until 10 Nov 2025'],
  [
    'the refused invitation',
    'supplier',
    { parties: [invited], invitation: { ...invitation, state: 'declined' } },
    'Declined the invitation',
  ],
  ['nobody invited', 'supplier', { parties: [] }, undefined],
] as const)('[AGREEMENT-UI-3] a customer sees %s', ([, side, more, text]) => {
  expect(openText({ ...base, ...more } as unknown as Agreement, side)).toBe(text)
})

test('[AGREEMENT-UI-3] the bar has a segment for each work product, the agreed ones first', () => {
  const sheet = agreementTemplate.map((row) => ({ row, state: row.id === 9 ? 'accepted' : 'draft' }))
  const bar = barOf({ sheet } as unknown as Agreement)
  expect([bar.length, bar[0], new Set(bar.slice(1))]).toEqual([53, 'accepted', new Set(['draft'])])
})
