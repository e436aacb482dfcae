import { expect, test } from 'vitest'
import { beginArtefact } from '../../graph/artefacts/changes.ts'
import { results, testKind, validationKind } from '../kinds/development.kinds.ts'
import { type Verdict, verdictOf, verdictOfResult, verdictsOf } from './verdicts.ts'

test.for([
  { results: [], verdict: 'no-test' },
  { results: ['passed', 'passed'], verdict: 'verified' },
  { results: ['passed', 'failed', 'blocked'], verdict: 'failed' },
  { results: ['passed', 'blocked'], verdict: 'blocked' },
  { results: ['passed', null], verdict: 'in-part' },
  { results: [null, 'not-run'], verdict: 'not-run' },
])('[SUMMARY-10] tests with results $results make it $verdict', ({ results, verdict }) => {
  expect(verdictOf(results.map(verdictOfResult))).toBe(verdict)
})

test.for<{ own: unknown[]; parts: Verdict[]; verdict: Verdict }>([
  { own: [], parts: ['verified', 'verified'], verdict: 'verified' },
  { own: ['passed'], parts: ['verified'], verdict: 'verified' },
  { own: ['failed'], parts: ['verified'], verdict: 'failed' },
  { own: ['passed'], parts: ['failed'], verdict: 'failed' },
  { own: ['passed'], parts: ['blocked'], verdict: 'blocked' },
  { own: [null], parts: ['verified'], verdict: 'in-part' },
  { own: [], parts: ['verified', 'no-test'], verdict: 'in-part' },
  { own: [], parts: ['in-part', 'not-run'], verdict: 'in-part' },
  { own: [], parts: ['not-run', 'no-test'], verdict: 'not-run' },
  { own: [], parts: ['no-test'], verdict: 'no-test' },
])('[SUMMARY-10] own tests $own and parts $parts make it $verdict', ({ own, parts, verdict }) => {
  const testsBy: Readonly<Record<Verdict, unknown[]>> = {
    verified: ['passed'],
    failed: ['failed'],
    blocked: ['blocked'],
    'in-part': ['passed', null],
    'not-run': ['not-run'],
    'no-test': [],
  }
  const results = new Map([
    ['parent', own],
    ...parts.map((part, i): [string, unknown[]] => [`part ${i}`, testsBy[part]]),
  ])
  expect(verdictsOf(results, new Map([['parent', parts.map((_, i) => `part ${i}`)]])).get('parent')).toBe(verdict)
})

test('[SUMMARY-10] a verdict propagates up from any depth; a part of two requirements counts for both', () => {
  const deep = 20_000
  const chain = new Map(Array.from({ length: deep }, (_, i): [string, string[]] => [`r${i}`, [`r${i + 1}`]]))
  const verdictByUuid = verdictsOf(
    new Map([[`r${deep}`, ['passed']]]),
    new Map([...chain, ['other', ['r5', 'untested']]]),
  )
  expect(['r0', 'r5', 'other', 'untested'].map((uuid) => verdictByUuid.get(uuid))).toEqual([
    'verified',
    'verified',
    'in-part',
    'no-test',
  ])
})

test('[SUMMARY-10] partly read data with a cycle does not loop forever', () => {
  const verdictByUuid = verdictsOf(
    new Map([['a', ['passed']]]),
    new Map([
      ['a', ['b']],
      ['b', ['a']],
    ]),
  )
  expect([...verdictByUuid.keys()].sort()).toEqual(['a', 'b'])
})

test.for([testKind, validationKind])('[GRAPH-8] each result of a $kind sets a status of its kind', (kind) => {
  expect(Object.keys(kind.statusBy!.statuses)).toEqual(Object.keys(results))
  expect(beginArtefact(kind, { title: 'x', fields: { result: 'passed' } })).toMatchObject({
    value: { status: 'COMPLETED' },
  })
})
