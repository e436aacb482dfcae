import { defaultMethod } from '@carapace/shared/lifecycle/methods/default-method'
import { noEffort, type Tree, type TreeStep } from '@carapace/shared/lifecycle/attack-tree/tree'
import { expect, test } from 'vitest'
import type { Proposal } from './in-parts.ts'
import { foundBy, outlineOf, storedOf } from './stored.ts'

const [made, asset, damage, other] = ['1', '2', '3', '4'].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [
  string,
  string,
  string,
  string,
]
const about = (code: string, title: string): Proposal['about'] => ({
  uuid: asset,
  kind: 'asset',
  code,
  title,
  status: 'CREATED',
})
const proposal = (
  kind: Proposal['artefact']['kind'],
  fields: Record<string, unknown>,
  more: Partial<Proposal> = {},
): Proposal => ({
  artefact: { new_uuid: made, kind, title: 'Proposed', fields },
  links: [],
  why: 'The item is made of it.',
  about: null,
  ...more,
})
const nobody = () => undefined

test('[PROPOSAL-UI-4] a damage scenario shows its stakeholder, the lost properties, its text, and its impact', () => {
  const stored = storedOf(
    proposal('damage-scenario', {
      description: 'The vehicle brakes by itself.',
      stakeholder: 'road-user',
      loses: ['integrity', 'availability'],
      safety: 'severe',
      financial: 'moderate',
      operational: null,
    }),
    nobody,
  )
  expect(stored.facts).toEqual([
    { title: 'Who is harmed', words: 'Road users' },
    { title: 'Loses', words: 'Integrity, Availability' },
  ])
  expect(stored.texts).toEqual([{ title: 'Description', words: 'The vehicle brakes by itself.' }])
  expect(stored.impact).toEqual({ safety: 'severe', financial: 'moderate', operational: null, privacy: null })
  expect(storedOf(proposal('damage-scenario', { loses: ['integrity'] }), nobody).impact).toBeUndefined()
})

test('[PROPOSAL-UI-4] an asset shows its properties; a text that is its reason is shown only once', () => {
  const stored = storedOf(
    proposal('asset', {
      description: '',
      properties: ['authenticity'],
      relevant: true,
      rationale: 'The item is made of it.',
    }),
    nobody,
  )
  expect(stored).toEqual({
    facts: [
      { title: 'Cybersecurity properties', words: 'Authenticity' },
      { title: 'Security relevance', words: 'Yes' },
    ],
    texts: [],
    impact: undefined,
    tree: undefined,
  })
})

test('[PROPOSAL-UI-4] the artefacts to link are named if known, and counted if not', () => {
  const links = [
    { kind: 'targets', from: asset, to: made },
    { kind: 'leads-to', from: damage, to: made },
    { kind: 'leads-to', from: other, to: made },
  ]
  const codes = new Map([
    [asset, 'AS-01'],
    [damage, 'DS-004'],
  ])
  const threat = proposal('threat-scenario', { stride: ['tampering'], annex5: ['4.1', '5.2'] }, { links })
  expect(storedOf(threat, (uuid) => codes.get(uuid)).facts).toEqual([
    { title: 'STRIDE', words: 'Tampering' },
    { title: 'UN R155 Annex 5', words: '4.1, 5.2' },
    { title: 'Targets', words: 'AS-01' },
    { title: 'Leads to', words: 'DS-004, 1 more' },
  ])
  const known = proposal(
    'requirement',
    {},
    {
      artefact: { uuid: made, revision: 3, kind: 'requirement', title: 'There already' },
      links: [{ kind: 'realised', from: made, to: other }],
    },
  )
  expect(storedOf(known, nobody).facts).toEqual([{ title: expect.any(String), words: '1 artefact' }])
  const subject = { ...known, about: { ...about('CO-07', 'Gateway')!, uuid: other } }
  expect(storedOf(subject, nobody).facts).toEqual([{ title: expect.any(String), words: 'CO-07' }])
})

const step = (id: string, overrides: Partial<TreeStep> = {}): TreeStep => ({
  id,
  title: id,
  note: '',
  gate: null,
  parts: [],
  effort: noEffort,
  techniques: [],
  controls: [],
  caps: [],
  ...overrides,
})
const easy = {
  ...noEffort,
  potential: { time: 'day', expertise: 'layman', knowledge: 'public', window: 'unlimited', equipment: 'standard' },
}
const hard = {
  ...noEffort,
  potential: {
    time: 'longer',
    expertise: 'experts',
    knowledge: 'strictly-confidential',
    window: 'difficult',
    equipment: 'multiple-bespoke',
  },
}
const tree: Tree = {
  root: 'root',
  steps: [
    step('root', { gate: 'or', parts: ['both', 'alone'] }),
    step('both', { gate: 'and', parts: ['shared', 'last'] }),
    step('alone', { gate: 'and', parts: ['shared'] }),
    step('shared', { effort: easy }),
    step('last', { effort: hard }),
  ],
}

test("[PROPOSAL-UI-4] a tree is an outline that has each step once, rated by the program's method", () => {
  const outline = outlineOf(tree, defaultMethod)
  expect(outline.map(({ step: { id }, depth }) => `${depth} ${id}`)).toEqual([
    '0 root',
    '1 both',
    '2 shared',
    '2 last',
    '1 alone',
  ])
  const rated = new Map(outline.map(({ step: { id }, feasibility }) => [id, feasibility]))
  expect([rated.get('shared'), rated.get('last'), rated.get('both'), rated.get('root')]).toEqual([
    'high',
    'very-low',
    'very-low',
    'high',
  ])
  expect(outlineOf(tree, undefined).map(({ feasibility }) => feasibility)).toEqual(Array(5).fill(null))
})

test('[PROPOSAL-UI-4] an invalid tree is shown without ratings, and a cycle is cut', () => {
  const circle: Tree = {
    root: 'a',
    steps: [step('a', { gate: 'or', parts: ['b'] }), step('b', { gate: 'or', parts: ['a'] })],
  }
  expect(outlineOf(circle, defaultMethod).map(({ step: { id }, feasibility }) => [id, feasibility])).toEqual([
    ['a', null],
    ['b', null],
  ])
})

test('[PROPOSAL-UI-5] every search word must be in the name, the reason or the subject', () => {
  const all = [
    proposal('asset', {}, { artefact: { kind: 'asset', title: 'Update image' }, about: about('DAT-01', 'Firmware') }),
    proposal('asset', {}, { artefact: { kind: 'asset', title: 'CAN 1' }, why: 'It is reached from outside.' }),
  ]
  const titles = (q: string) => foundBy(all, q).map(({ artefact }) => artefact.title)
  expect([titles('IMAGE'), titles('dat-01 update'), titles('outside'), titles('image outside'), titles('  ')]).toEqual([
    ['Update image'],
    ['Update image'],
    ['CAN 1'],
    [],
    ['Update image', 'CAN 1'],
  ])
})
