import { expect, test } from 'vitest'
import type { Asil } from './asil.ts'
import { defaultSituations } from './default-situations.ts'
import type { Hara, Hazard, HazardousEvent, SafetyGoal } from './hara.ts'
import { type HaraCode, haraFindings, haraRules } from './hara-rules.ts'
import type { Situation } from './situations.ts'

type Classes = `S${0 | 1 | 2 | 3} E${0 | 1 | 2 | 3 | 4} C${0 | 1 | 2 | 3}`

/** A hazardous event that breaks no rule together with the hazard h and the goal g. */
function event(id: string, more: Partial<HazardousEvent> = {}, classes: Classes = 'S3 E4 C3'): HazardousEvent {
  const [severity, exposure, controllability] = classes.split(' ') as [never, never, never]
  return {
    id,
    title: `Event ${id}`,
    hazard: 'h',
    situation: {},
    severity: { class: severity, reason: 'Accident data.' },
    exposure: { class: exposure, reason: 'Fleet data.', basis: 'duration' },
    controllability: { class: controllability, reason: 'Driving test.' },
    asil: null,
    ftti: null,
    goals: ['g'],
    ...more,
  }
}
const goal = (id: string, asil: Asil | null = 'D', more: Partial<SafetyGoal> = {}): SafetyGoal => ({
  id,
  title: `Goal ${id}`,
  asil,
  safeState: 'Brakes released.',
  ftti: 100,
  faultHandling: 60,
  ...more,
})
const hazard: Hazard = { id: 'h', title: 'Unintended braking' }

function hara(events: readonly HazardousEvent[], goals: readonly SafetyGoal[] = [goal('g')]): Hara {
  return { hazards: [hazard], events, goals, catalogue: defaultSituations }
}
const found = (analysis: Hara, code: HaraCode) => haraFindings(analysis).filter((one) => one.code === code)
const rowsOf = (analysis: Hara, code: HaraCode) => found(analysis, code).map(({ rows }) => rows.join(' '))

test('[HARA-22] a complete analysis has no findings, and every rule a number of its own', () => {
  expect(haraFindings(hara([event('1')]))).toEqual([])
  const abouts = Object.values(haraRules).map(({ about }) => about)
  expect(new Set(abouts).size).toBe(abouts.length)
})

test('[HARA-22] findings come in the order of the rules', () => {
  const codes = haraFindings(hara([event('1', { goals: [], hazard: null })], [])).map(({ code }) => code)
  expect(codes).toEqual(['no-goal', 'no-hazard', 'hazard-without-event'])
})

const wet: Situation = { surface: ['wet'] }

test('[HARA-1] one hazard in one situation with different classes', () => {
  const [one, other] = [event('1', { situation: wet }, 'S3 E3 C3'), event('2', { situation: wet }, 'S2 E3 C3')]
  expect(rowsOf(hara([one, other]), 'rated-differently')).toEqual(['1 2'])
  expect(found(hara([one, other]), 'rated-differently')[0]!.message).toContain('with different severity.')
  expect(rowsOf(hara([one, { ...other, situation: { surface: ['dry'] } }]), 'rated-differently')).toEqual([])
  expect(rowsOf(hara([one, { ...other, hazard: 'other' }]), 'rated-differently')).toEqual([])
})

test('[HARA-2] events in parts of a situation that are each rated lower than the whole', () => {
  const night = (key: string) => event(key, { situation: { visibility: [key], road: ['motorway'] } }, 'S3 E3 C3')
  // day is E4, and each part is rated E3
  const parts = [night('day'), night('night-lit')]
  expect(found(hara(parts), 'exposure-split')).toEqual([
    {
      code: 'exposure-split',
      message:
        'Event day, Event night-lit differ only in part of their situation. Together they are E4 ' +
        '(motorway, daylight or night with street lights), each is rated lower.',
      rows: ['day', 'night-lit'],
    },
  ])
})

test('[HARA-2] three equally rare parts may together be more common; two are not', () => {
  const parts = ['rain', 'fog', 'glare'].map((key) => event(key, { situation: { visibility: [key] } }, 'S3 E2 C3'))
  expect(rowsOf(hara(parts), 'exposure-split')).toEqual(['rain fog glare'])
  expect(rowsOf(hara(parts.slice(1)), 'exposure-split')).toEqual([])
})

test.for<readonly [string, (parts: HazardousEvent[]) => HazardousEvent[]]>([
  ['one part is rated as high as the whole', ([one, two]) => [event('day', { situation: one!.situation }), two!]],
  ['the whole is an event, too', (parts) => [...parts, event('whole')]],
  ['they are of other hazards', ([one, two]) => [one!, { ...two!, hazard: 'other' }]],
  ['another severity', ([one, two]) => [one!, { ...two!, severity: { class: 'S1', reason: 'x' } }]],
  [
    'they differ in two dimensions',
    ([one, two]) => [one!, { ...two!, situation: { ...two!.situation, road: ['urban'] } }],
  ],
  ['one has no exposure', ([one, two]) => [one!, { ...two!, exposure: { ...two!.exposure, class: null } }]],
  [
    'the catalogue has no such value',
    (parts) => parts.map((one) => ({ ...one, situation: { visibility: [one.id, 'x'] } })),
  ],
])('[HARA-2] no split where %s', ([, change]) => {
  const part = (key: string) => event(key, { situation: { visibility: [key] } }, 'S3 E3 C3')
  expect(rowsOf(hara(change([part('day'), part('night-lit')])), 'exposure-split')).toEqual([])
})

test('[HARA-3] a safety goal with an ASIL has a safe state', () => {
  expect(rowsOf(hara([event('1')], [goal('g', 'D', { safeState: ' ' })]), 'no-safe-state')).toEqual(['g'])
  const qm = hara([event('1', {}, 'S1 E1 C1')], [goal('g', 'QM', { safeState: '' })])
  expect(rowsOf(qm, 'no-safe-state')).toEqual([])
})

test('[HARA-4] an ASIL above QM has a safety goal', () => {
  expect(rowsOf(hara([event('1', { goals: [] })]), 'no-goal')).toEqual(['1'])
  expect(rowsOf(hara([event('1', { goals: ['gone'] })]), 'no-goal')).toEqual(['1'])
  expect(rowsOf(hara([event('1', { goals: [] }, 'S3 E1 C2')]), 'no-goal')).toEqual([])
})

test('[HARA-5] S3 without an ASIL has a safety goal, or is meant to have none', () => {
  expect(rowsOf(hara([event('1', { goals: [] }, 'S3 E1 C2')]), 's3-without-goal')).toEqual(['1'])
  for (const classes of ['S3 E4 C3', 'S2 E1 C1', 'S3 E0 C3', 'S3 E4 C0'] as const)
    expect(rowsOf(hara([event('1', { goals: [] }, classes)]), 's3-without-goal')).toEqual([])
  expect(rowsOf(hara([event('1', {}, 'S3 E1 C2')]), 's3-without-goal')).toEqual([])
})

test('[HARA-6] every class has a reason', () => {
  const bare = event('1', { severity: { class: 'S3', reason: '' }, controllability: { class: 'C3', reason: ' ' } })
  expect(found(hara([bare]), 'no-reason').map(({ message }) => message)).toEqual([
    'Event 1: the severity S3 has no reason.',
    'Event 1: the controllability C3 has no reason.',
  ])
  expect(found(hara([event('1', { severity: { class: null, reason: '' } })]), 'no-reason')).toEqual([])
})

test.for([
  ['S0 E4 C3', 'severity'],
  ['S3 E0 C3', 'exposure'],
  ['S3 E4 C0', 'controllability'],
] as const)('[HARA-7] in %s the %s needs a reason', ([classes, name]) => {
  const reasoned = event('1', {}, classes)
  expect(rowsOf(hara([reasoned]), 'zero-without-reason')).toEqual([])
  const bare = hara([{ ...reasoned, [name]: { ...reasoned[name], reason: '' } }])
  expect(rowsOf(bare, 'zero-without-reason')).toEqual(['1'])
  expect(rowsOf(bare, 'no-reason')).toEqual([])
})

test('[HARA-8] S0, E0 and C0 need no safety goal', () => {
  expect(found(hara([event('1', {}, 'S0 E4 C0')]), 'zero-with-goal')).toEqual([
    { code: 'zero-with-goal', message: 'Event 1: with S0 and C0 no safety goal is needed.', rows: ['1'] },
  ])
  expect(rowsOf(hara([event('1', { goals: [] }, 'S0 E4 C0')]), 'zero-with-goal')).toEqual([])
  expect(rowsOf(hara([event('1')]), 'zero-with-goal')).toEqual([])
})

test('[HARA-9] a safety goal has the highest ASIL of its events; a lower one is raised by the fix', () => {
  const events = [event('1'), event('2', { situation: wet }, 'S2 E3 C2')]
  expect(found(hara(events, [goal('g', 'B')]), 'goal-too-low')).toEqual([
    {
      code: 'goal-too-low',
      message: 'Goal g: its events need ASIL D, it has B.',
      rows: ['g', '1'],
      fix: { title: 'Set ASIL D', change: { table: 'goals', id: 'g', field: 'asil', value: 'D' } },
    },
  ])
  expect(rowsOf(hara(events, [goal('g', null)]), 'goal-too-low')).toEqual(['g 1'])
  expect(rowsOf(hara([event('1', {}, 'S1 E4 C3')], [goal('g', 'D')]), 'goal-too-low')).toEqual([])
  // while classes are missing, the stored ASIL counts
  const stored = event('1', { controllability: { class: null, reason: '' }, asil: 'C' })
  expect(rowsOf(hara([stored], [goal('g', 'B')]), 'goal-too-low')).toEqual(['g 1'])
})

test('[HARA-10] a safety goal answers a hazardous event', () => {
  expect(rowsOf(hara([event('1')], [goal('g'), goal('x')]), 'goal-without-event')).toEqual(['x'])
  expect(rowsOf(hara([event('1')]), 'goal-without-event')).toEqual([])
})

test('[HARA-11] a safety goal with an ASIL has a fault-tolerant time interval, that of its events', () => {
  const events = [event('1', { ftti: 200 }), event('2', { ftti: 150, situation: wet }, 'S3 E3 C3')]
  expect(found(hara(events, [goal('g', 'D', { ftti: null })]), 'no-ftti')).toMatchObject([
    { rows: ['g'], fix: { title: 'Set 150 ms', change: { table: 'goals', id: 'g', field: 'ftti', value: 150 } } },
  ])
  expect(found(hara([event('1')], [goal('g', 'D', { ftti: null })]), 'no-ftti')[0]).not.toHaveProperty('fix')
  const qm = hara([event('1', {}, 'S1 E1 C1')], [goal('g', 'QM', { ftti: null })])
  expect(rowsOf(qm, 'no-ftti')).toEqual([])
  expect(rowsOf(hara(events), 'no-ftti')).toEqual([])
})

test('[HARA-12] the FTTI of a safety goal is not longer than that of its events', () => {
  const analysis = hara([event('1', { ftti: 80 }), event('2', { ftti: 90, situation: wet })])
  expect(found(analysis, 'ftti-too-long')).toMatchObject([{ rows: ['g', '1'], fix: { change: { value: 80 } } }])
  expect(rowsOf(hara([event('1', { ftti: 100 })]), 'ftti-too-long')).toEqual([])
})

test('[HARA-13] a fault is handled within the FTTI', () => {
  const with_ = (faultHandling: number | null) => hara([event('1')], [goal('g', 'D', { faultHandling })])
  expect(rowsOf(with_(101), 'handling-too-slow')).toEqual(['g'])
  for (const handling of [100, null]) expect(rowsOf(with_(handling), 'handling-too-slow')).toEqual([])
})

test('[HARA-14] the same hazard in the same situation is analysed once', () => {
  const [one, other] = [event('1', { situation: wet }, 'S3 E3 C3'), event('2', { situation: wet }, 'S3 E3 C3')]
  expect(rowsOf(hara([one, other]), 'duplicate-event')).toEqual(['1 2'])
  expect(rowsOf(hara([one, other]), 'rated-differently')).toEqual([])
  expect(rowsOf(hara([one, { ...other, situation: {} }]), 'duplicate-event')).toEqual([])
  expect(
    rowsOf(
      hara([
        { ...one, hazard: null },
        { ...other, hazard: null },
      ]),
      'duplicate-event',
    ),
  ).toEqual([])
})

test('[HARA-15] safety goals have different titles', () => {
  const two = (title: string) => [goal('g'), goal('x', 'D', { title })]
  expect(rowsOf(hara([event('1', { goals: ['g', 'x'] })], two('goal  G!')), 'duplicate-goal')).toEqual(['g x'])
  expect(rowsOf(hara([event('1', { goals: ['g', 'x'] })], two('Goal x')), 'duplicate-goal')).toEqual([])
})

test('[HARA-16] the stored ASIL is that of the classes; only a higher one is a fix', () => {
  const low = found(hara([event('1', { asil: 'B' })]), 'wrong-asil')
  expect(low).toMatchObject([{ rows: ['1'], fix: { change: { table: 'events', id: '1', field: 'asil', value: 'D' } } }])
  const [high] = found(hara([event('1', { asil: 'D' }, 'S1 E4 C3')]), 'wrong-asil')
  expect(high).toMatchObject({ message: 'Event 1: D is stored, its classes give B.' })
  expect(high).not.toHaveProperty('fix')
  expect(rowsOf(hara([event('1', { asil: 'D' })]), 'wrong-asil')).toEqual([])
})

test('[HARA-17] every hazardous event is rated', () => {
  const none = { class: null, reason: '' }
  const open = event('1', { severity: none, controllability: none })
  expect(found(hara([open]), 'not-rated')[0]!.message).toBe('Event 1: severity, controllability are not rated.')
  expect(rowsOf(hara([event('1', { severity: none }, 'S3 E4 C0')]), 'not-rated')).toEqual([])
  expect(rowsOf(hara([event('1')]), 'not-rated')).toEqual([])
})

test('[HARA-18] [HARA-19] hazardous events belong to a hazard, and hazards have events', () => {
  expect(rowsOf(hara([event('1', { hazard: null }), event('2', { hazard: 'gone' })]), 'no-hazard')).toEqual(['1', '2'])
  expect(rowsOf(hara([event('1')]), 'no-hazard')).toEqual([])
  expect(rowsOf(hara([]), 'hazard-without-event')).toEqual(['h'])
  expect(rowsOf(hara([event('1')]), 'hazard-without-event')).toEqual([])
})

test('[HARA-20] a safety goal that does not exist is removed by the fix', () => {
  expect(found(hara([event('1', { goals: ['gone', 'g'] })]), 'unknown-goal')).toMatchObject([
    { rows: ['1'], fix: { change: { table: 'events', id: '1', field: 'goals', value: ['g'] } } },
  ])
  expect(rowsOf(hara([event('1')]), 'unknown-goal')).toEqual([])
})

test('[HARA-21] an exposure below that of the situation is stated', () => {
  const [low] = found(hara([event('1', { situation: wet }, 'S3 E2 C3')]), 'exposure-below-proposal')
  expect(low!.message).toBe(
    'Event 1: E2 is lower than E3. By duration, its rarest part is road surface wet (E3). ' +
      'Check that the reason explains it.',
  )
  expect(rowsOf(hara([event('1', { situation: wet }, 'S3 E3 C3')]), 'exposure-below-proposal')).toEqual([])
  expect(rowsOf(hara([event('1', { situation: wet }, 'S3 E4 C3')]), 'exposure-below-proposal')).toEqual([])
})
