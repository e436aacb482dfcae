import { defaultGlossary } from '@carapace/shared/interface-agreement/cover'
import { expect, test } from 'vitest'
import { defaultOf, edited, termsWith } from './edits.ts'

const asset = { term: 'Asset', meaning: 'Something of value.', source: 'ISO/SAE 21434' }
const vcu = { term: 'VCU', meaning: 'Vehicle control unit.', source: '' }

test('[AGREEMENT-UI-11] a change is made to the term that it names, wherever it is now', () => {
  const term = { ...vcu, meaning: 'The control unit of the drive.' }
  expect(edited([asset, vcu], { what: 'change', of: 'vcu', term })).toEqual([asset, term])
  expect(edited([vcu, asset], { what: 'remove', of: 'VCU' })).toEqual([asset])
  expect(edited([asset], { what: 'add', term: vcu })).toEqual([asset, vcu])
})

test('[AGREEMENT-UI-11] a term may be written in another way', () => {
  const term = { ...vcu, term: 'Vcu' }
  expect(edited([vcu], { what: 'change', of: 'VCU', term })).toEqual([term])
})

test.for([
  ['adding a term twice', { what: 'add', term: { ...asset, term: 'asset ' } }, /in the glossary already/],
  ['giving a term the name of another', { what: 'change', of: 'VCU', term: asset }, /in the glossary already/],
  ['changing a term that is gone', { what: 'change', of: 'TARA', term: vcu }, /removed or renamed/],
  ['removing a term that is gone', { what: 'remove', of: 'TARA' }, /removed or renamed/],
] as const)('[AGREEMENT-UI-11] %s is refused', ([, edit, why]) => {
  expect(edited([asset, vcu], edit)).toMatch(why)
})

test('[AGREEMENT-UI-11] only a changed term of the default has a default', () => {
  const known = defaultGlossary.find(({ term }) => term === 'Asset')!
  expect([defaultOf(asset), defaultOf(known), defaultOf(vcu)]).toEqual([known, undefined, undefined])
})

test('[AGREEMENT-UI-11] a search finds terms with all of its words, in alphabetical order', () => {
  const found = (words: string) => termsWith([vcu, asset], words).map(({ term }) => term)
  expect([found(''), found('control UNIT'), found('value iso'), found('value unit')]).toEqual([
    ['Asset', 'VCU'],
    ['VCU'],
    ['Asset'],
    [],
  ])
})
