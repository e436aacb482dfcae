import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { artefactKinds, linkKinds } from '../../artefact-kinds.ts'
import { defaultMethod } from '../methods/default-method.ts'
import {
  gapFixes,
  type GapProgram,
  gapRuleNamed,
  type GapRule,
  gapRules,
  type GapSubject,
  gapsOf,
  isAbout,
  missingRuleNamed,
  missingRules,
} from './gaps.ts'
import { workProducts } from './work-products.ts'

const program: GapProgram = { method: defaultMethod, isSettled: false }
const subject = (
  kind: string,
  { links = [], ...overrides }: Partial<Omit<GapSubject, 'links'>> & { links?: readonly string[] } = {},
): GapSubject => ({
  uuid: 'u',
  kind,
  title: 'T',
  status: 'CREATED',
  fields: {},
  suspects: 0,
  risk: null,
  target: null,
  incompletePaths: 0,
  links: new Set(links),
  ...overrides,
})
/** The rules that a subject violates, without the rules about missing items. */
const broken = (one: GapSubject, of = program) =>
  gapsOf([one], of)
    .filter(({ items }) => items.length === 0)
    .map(({ rule }) => rule)
const effort = { potential: { time: 'day' }, cvss: {}, vector: null }
const threat = (overrides: Parameters<typeof subject>[1] = {}) =>
  subject('threat-scenario', {
    ...overrides,
    fields: { effort, ...overrides.fields },
    links: ['targets<asset', 'leads-to<damage-scenario', ...(overrides.links ?? [])],
  })

test.for<[string, string, GapSubject, GapSubject]>([
  [
    'GAP-1',
    'asset-without-property',
    subject('asset', { fields: { properties: [] } }),
    subject('asset', { fields: { properties: ['integrity'] } }),
  ],
  [
    'GAP-1',
    'asset-without-damage',
    subject('asset', { fields: { relevant: true } }),
    subject('asset', { fields: { relevant: true }, links: ['harms>damage-scenario'] }),
  ],
  [
    'GAP-1',
    'asset-without-damage',
    subject('asset', { fields: { relevant: true }, links: ['targets>threat-scenario'] }),
    subject('asset', { fields: { relevant: false } }),
  ],
  [
    'GAP-2',
    'damage-unrated',
    subject('damage-scenario'),
    subject('damage-scenario', { fields: { privacy: 'negligible' } }),
  ],
  ['GAP-3', 'threat-without-asset', subject('threat-scenario'), threat()],
  ['GAP-3', 'threat-without-damage', subject('threat-scenario'), threat()],
  [
    'GAP-3',
    'threat-without-path',
    subject('threat-scenario', { fields: { effort: { potential: {}, cvss: {}, vector: null } } }),
    subject('threat-scenario', { links: ['refined-in>attack-tree'] }),
  ],
  [
    'GAP-3',
    'threat-without-path',
    subject('threat-scenario'),
    subject('threat-scenario', { fields: { effort: { potential: {}, cvss: {}, vector: 'local' } } }),
  ],
  ['GAP-3', 'feasibility-incomplete', threat({ incompletePaths: 1 }), threat({ incompletePaths: 0 })],
  ['GAP-4', 'risk-untreated', threat({ risk: 4 }), threat({ risk: 3 })],
  ['GAP-4', 'risk-undecided', threat({ risk: 3 }), threat({ risk: 3, fields: { treatment: 'avoid' } })],
  [
    'GAP-4',
    'reduce-without-goal',
    threat({ risk: 4, fields: { treatment: 'reduce' } }),
    threat({ risk: 4, fields: { treatment: 'reduce' }, links: ['answered-by>goal'] }),
  ],
  [
    'GAP-4',
    'reduce-without-goal',
    threat({ fields: { treatment: 'reduce' }, links: ['answered-by>claim'] }),
    threat({ fields: { treatment: 'avoid' } }),
  ],
  [
    'GAP-4',
    'retain-without-claim',
    threat({ risk: 2, fields: { treatment: 'share' } }),
    threat({ risk: 2, fields: { treatment: 'retain' }, links: ['answered-by>claim'] }),
  ],
  [
    'GAP-4',
    'retained-high',
    threat({ risk: 4, fields: { treatment: 'retain' }, links: ['answered-by>claim'] }),
    threat({ risk: 3, fields: { treatment: 'retain' }, links: ['answered-by>claim'] }),
  ],
  [
    'GAP-4',
    'target-high',
    threat({ risk: 5, target: 4, fields: { treatment: 'avoid' } }),
    threat({ risk: 5, target: 3, fields: { treatment: 'avoid' } }),
  ],
  ['GAP-5', 'goal-without-requirement', subject('goal'), subject('goal', { links: ['conceived>concept'] })],
  ['GAP-5', 'goal-without-concept', subject('goal', { links: ['demands>requirement'] }), subject('goal')],
  ['GAP-5', 'concept-without-requirement', subject('concept'), subject('concept', { links: ['demands>requirement'] })],
  [
    'GAP-6',
    'requirement-unallocated',
    subject('requirement', { links: ['refines<requirement'] }),
    subject('requirement', { links: ['allocated>channel'] }),
  ],
  [
    'GAP-6',
    'requirement-unallocated',
    subject('requirement'),
    subject('requirement', { links: ['refines>requirement'] }),
  ],
  [
    'GAP-6',
    'requirement-unverified',
    subject('requirement'),
    subject('requirement', { links: ['verified>test-case'] }),
  ],
  [
    'GAP-7',
    'test-failed',
    subject('test-case', { fields: { result: 'failed' } }),
    subject('validation', { fields: { result: 'passed' } }),
  ],
  ['GAP-7', 'test-not-run', subject('test-case'), subject('test-case', { fields: { result: 'failed' } })],
  [
    'GAP-8',
    'control-unrealised',
    subject('control', { fields: { standing: 'planned' } }),
    subject('control', { fields: { standing: 'planned' }, links: ['realised<requirement'] }),
  ],
  ['GAP-8', 'control-unrealised', subject('control'), subject('control', { fields: { standing: 'implemented' } })],
  ['GAP-9', 'suspect', subject('diagram', { suspects: 1 }), subject('diagram')],
  [
    'GAP-10',
    'assumption-refuted',
    subject('assumption', { fields: { holds: 'refuted' }, links: ['assumed>claim'] }),
    subject('assumption', { fields: { holds: 'refuted' } }),
  ],
  [
    'GAP-10',
    'assumption-open',
    subject('assumption', { fields: { holds: 'open' } }),
    subject('assumption', { fields: { holds: 'confirmed' } }),
  ],
])('[%s] %s', ([, rule, bad, good]) => {
  expect(broken(bad)).toContain(rule)
  expect(broken(good)).not.toContain(rule)
})

test('[GAP-11] an artefact that is not approved is a gap once a baseline contains it', () => {
  const goal = subject('goal', { links: ['conceived>concept'] })
  expect(broken(goal)).toEqual([])
  expect(broken(goal, { ...program, isSettled: true })).toEqual(['unapproved'])
  for (const status of ['APPROVED', 'COMPLETED'] as const)
    expect(broken({ ...goal, status }, { ...program, isSettled: true })).toEqual([])
  expect(broken(subject('component'), { ...program, isSettled: true })).toEqual([])
})

test('[GAP-12] items of lists are missing until an artefact covers them', () => {
  const missing = (subjects: GapSubject[]) =>
    Object.fromEntries(gapsOf(subjects, program).map(({ rule, items }) => [rule, items.map(({ code }) => code)]))
  expect([missing([])['annex5-uncovered']!.length, missing([])['work-product-missing']!.length]).toEqual([
    69,
    workProducts.length,
  ])
  const some = missing([
    threat({ fields: { annex5: ['4.1', '32.3'] } }),
    subject('work-product', { fields: { work_product: 'WP-09-02' } }),
    subject('goal', { fields: { annex5: ['5.1'] } }),
  ])
  expect(some['annex5-uncovered']).toHaveLength(67)
  expect(some['annex5-uncovered']).toEqual(expect.not.arrayContaining(['4.1', '32.3']))
  expect(some['work-product-missing']).not.toContain('WP-09-02')
  expect(missingRules['annex5-uncovered'].missing([])[0]).toEqual({ code: '1.1', title: expect.stringMatching(/\w/) })
})

test('the most severe gaps come first, and rules without violations are left out', () => {
  const found = gapsOf(
    [
      subject('asset', { fields: { relevant: true } }),
      subject('goal'),
      subject('concept', { links: ['demands>requirement'] }),
    ],
    program,
  )
  expect(found.map(({ rule, severity }) => [rule, severity])).toEqual([
    ['asset-without-damage', 'error'],
    ['goal-without-requirement', 'error'],
    ['asset-without-property', 'warning'],
    ['annex5-uncovered', 'hint'],
    ['work-product-missing', 'hint'],
  ])
})

test('the kinds, links and fix of every rule exist, and its number is in the SPEC', () => {
  const spec = readFileSync(new URL('../SPEC.md', import.meta.url), 'utf8')
  const kinds = artefactKinds.map(({ kind }) => kind)
  const links = linkKinds.map(({ kind }) => kind)
  const source = readFileSync(new URL('gaps.ts', import.meta.url), 'utf8')
  for (const [, link, , end] of source.matchAll(/'([a-z-]+)([<>])([a-z-]+)'/g))
    expect([links.includes(link!), kinds.includes(end!)]).toEqual([true, true])
  for (const { about, fix, kinds: named } of Object.values<GapRule>(gapRules)) {
    expect(spec).toContain(`- **${about}** `)
    for (const kind of named) expect(kind === '*' || kinds.includes(kind)).toBe(true)
    if (fix) expect(gapFixes).toHaveProperty(fix)
  }
  expect([
    gapRuleNamed('suspect')?.about,
    gapRuleNamed('toString'),
    missingRuleNamed('work-product-missing')?.fix,
    missingRuleNamed('suspect'),
  ]).toEqual(['GAP-9', undefined, 'work-product', undefined])
  expect([isAbout(gapRules.suspect, 'diagram'), isAbout(gapRules['damage-unrated'], 'asset')]).toEqual([true, false])
})
