import type { AgreementSummary } from '@carapace/shared/interface-agreement/agreements.contract'
import { expect, test } from 'vitest'
import { hasWords, otherParty, versionOf } from './columns.tsx'
import { sourceOf } from './source.ts'

const agreement = {
  code: 'CIA-0031',
  title: 'VCU and inverter',
  item: 'EQX-24',
  side: 'customer',
  parties: [{ side: 'supplier', name: 'Kestrel ECU Systems', joined_at: null }],
  version: 2,
  is_amended: true,
} as unknown as AgreementSummary

test.for([
  ['', true],
  ['cia-0031', true],
  ['kestrel vcu', true],
  ['eqx', true],
  ['nordhaven', false],
] as const)('[AGREEMENT-UI-8] the search "%s" finds the agreement: %s', ([words, isFound]) => {
  expect(hasWords(agreement, words)).toBe(isFound)
})

test('[AGREEMENT-UI-8] a line shows the other party, and the signed version', () => {
  expect([otherParty(agreement), versionOf(agreement)]).toEqual(['Kestrel ECU Systems', '2, amended'])
  expect([otherParty({ ...agreement, parties: [] }), versionOf({ ...agreement, version: 0 })]).toEqual(['–', '–'])
})

test('[AGREEMENT-UI-8] a new agreement begins with a template or another agreement', () => {
  const uuid = '7c9d1f04-5cc5-4a36-9a73-0e4f0b1f8b11'
  expect([sourceOf('standard'), sourceOf(`template ${uuid}`), sourceOf(`agreement ${uuid}`)]).toEqual([
    { what: 'standard' },
    { what: 'template', uuid },
    { what: 'agreement', uuid },
  ])
})
