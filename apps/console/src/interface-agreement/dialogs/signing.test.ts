import type { Agreement } from '@carapace/shared/interface-agreement/agreements.contract'
import type { TeamMember } from '@carapace/shared/interface-agreement/pages.contract'
import { expect, test } from 'vitest'
import { signatoriesOf, whyNotSign } from './signing.ts'

const at = '2025-11-10T10:00:00Z'
const parties = [
  { side: 'customer' as const, name: 'Nordhaven', joined_at: at },
  { side: 'supplier' as const, name: 'Kestrel', joined_at: at },
]
const ready = {
  is_sent: true,
  parties,
  state: 'accepted',
  agreed: 53,
  rows: 53,
  version: 1,
  is_amended: true,
  may_sign: true,
} as const

test.for([
  ['before the other side has joined', { parties: [parties[0]] }, false, /has not joined/],
  ['while rows are open', { state: 'proposed', agreed: 41 }, false, /41 of 53 are/],
  ['when nothing has changed', { is_amended: false }, false, /since version 1 was signed/],
  ['twice', {}, true, /You have signed/],
  ['without being a signatory', { may_sign: false }, false, /not a signatory/],
] as const)('[AGREEMENT-UI-6] nobody signs %s', ([, fields, hasSigned, why]) => {
  expect(whyNotSign({ ...ready, ...fields } as unknown as Agreement, hasSigned)).toMatch(why)
})

test('[AGREEMENT-UI-6] a signatory signs what is agreed and was not signed', () => {
  expect(whyNotSign({ ...ready, parties }, false)).toBeUndefined()
  expect(whyNotSign({ ...ready, parties, version: 0, is_amended: false }, false)).toBeUndefined()
})

test('[AGREEMENT-UI-6] the signatories of both sides are shown with who has not signed the present state', () => {
  const person = (name: string, side: 'customer' | 'supplier', signs = true) =>
    ({ uuid: name, side, name, role: 'Manager', is_signatory: signs }) as TeamMember
  const team = [
    person('Maya Rao', 'customer'),
    person('Tomas Weiss', 'supplier'),
    person('Ida Berg', 'customer', false),
  ]
  const signed = [
    { side: 'customer' as const, name: 'Maya Rao', role: 'Manager', version: null, at },
    { side: 'supplier' as const, name: 'Tomas Weiss', role: 'Manager', version: 1, at },
  ]
  expect(signatoriesOf(team, signed).map(({ name, at: when }) => [name, when])).toEqual([
    ['Maya Rao', at],
    ['Tomas Weiss', undefined],
  ])
})
