import { expect, test } from 'vitest'
import { defaultProfile, shippedProfile } from './default-profile.ts'
import { profileWarnings, whyNotProfile } from './profile-check.ts'
import {
  type ActionPriority,
  actionPriorities,
  apOf,
  expandedTable,
  fmeaForms,
  type PriorityTable,
  RatingProfile,
  ratingVariables,
  rpnOf,
  tableOf,
} from './rating-profile.ts'

/** The table as published: by S, then O, both the highest first; D 7-10, 5-6, 2-4, 1. */
const published: readonly [s: readonly number[], byOccurrence: readonly string[]][] = [
  [
    [10, 9],
    ['HHHH', 'HHHH', 'HHHM', 'HMLL', 'LLLL'],
  ],
  [
    [8, 7],
    ['HHHH', 'HHHM', 'HMMM', 'MMLL', 'LLLL'],
  ],
  [
    [6, 5, 4],
    ['HHMM', 'MMML', 'MLLL', 'LLLL', 'LLLL'],
  ],
  [
    [3, 2],
    ['MMLL', 'LLLL', 'LLLL', 'LLLL', 'LLLL'],
  ],
  [[1], ['LLLL', 'LLLL', 'LLLL', 'LLLL', 'LLLL']],
]
const occurrences = [[10, 9, 8], [7, 6], [5, 4], [3, 2], [1]]
const detections = [[10, 9, 8, 7], [6, 5], [4, 3, 2], [1]]

const rows = published.flatMap(([severities, byOccurrence]) =>
  severities.flatMap((s) => occurrences.flatMap((some, i) => some.map((o) => ({ s, o, letters: byOccurrence[i]! })))),
)
test.for(rows)(
  '[FMEA-1] severity $s and occurrence $o have the priorities $letters by detection',
  ({ s, o, letters }) => {
    for (const [i, some] of detections.entries())
      for (const d of some) {
        expect(apOf(defaultProfile, s, o, d)).toBe(letters[i])
        expect(apOf(defaultProfile, s, o, d, 'process')).toBe(letters[i])
      }
  },
)

const counted = (table: PriorityTable) =>
  Object.fromEntries(
    [...Map.groupBy(expandedTable(table), ({ priority }) => priority)].map(([priority, all]) => [priority, all.length]),
  )

test('[FMEA-3] the 1,000 combinations of DFMEA and PFMEA are 318 high, 214 medium and 468 low', () => {
  expect(counted(tableOf(defaultProfile, 'design'))).toEqual({ H: 318, M: 214, L: 468 })
})

test('[FMEA-3] an expanded table has every combination once', () => {
  for (const form of fmeaForms) {
    const all = expandedTable(tableOf(defaultProfile, form))
    expect(all).toHaveLength(1_000)
    expect(new Set(all.map((cell) => ratingVariables.map((one) => cell[one]).join(' '))).size).toBe(1_000)
  }
})

test.for(fmeaForms.flatMap((form) => ratingVariables.map((variable) => ({ form, variable }))))(
  '[FMEA-5] in the shipped table of a $form FMEA a worse $variable never lowers the priority',
  ({ form, variable }) => {
    const table = tableOf(defaultProfile, form)
    const rank = (cell: Parameters<typeof apOf> extends [unknown, ...infer R] ? R : never) =>
      actionPriorities.indexOf(apOf(defaultProfile, ...cell)!)
    for (const { severity, occurrence, detection } of expandedTable(table)) {
      const at = { severity, occurrence, detection }
      if (at[variable] === 10) continue
      const worse = { ...at, [variable]: at[variable] + 1 }
      expect(rank([worse.severity, worse.occurrence, worse.detection, form])).toBeGreaterThanOrEqual(
        rank([severity, occurrence, detection, form]),
      )
    }
  },
)

test('[FMEA-5] the shipped profile has no warnings; a cell that falls has one, with its place', () => {
  expect(profileWarnings(defaultProfile)).toEqual([])
  const cells = structuredClone(defaultProfile.priorities.usual.cells)
  cells[0]![0]![0] = 'L' // S 9-10, O 8-10, D 7-10
  const warnings = profileWarnings(withTable({ ...defaultProfile.priorities.usual, cells }))
  expect(warnings.map(({ where }) => where)).toEqual([
    'priorities.usual.severity',
    'priorities.usual.occurrence',
    'priorities.usual.detection',
  ])
  expect(warnings[2]!.message).toBe(
    'Detection: the priority falls from H to L from severity 10, occurrence 10, detection 6, to detection 7.',
  )
})

test('[FMEA-1] [FMEA-2] a missing rating gives neither priority nor risk priority number', () => {
  expect([
    apOf(defaultProfile, null, 5, 5),
    apOf(defaultProfile, 5, null, 5),
    apOf(defaultProfile, 5, 5, null),
  ]).toEqual([null, null, null])
  expect([rpnOf(null, 1, 1), rpnOf(1, null, 1), rpnOf(1, 1, null)]).toEqual([null, null, null])
})

test('[FMEA-1] a rating that is not 1 to 10 is an error, not a priority', () => {
  for (const bad of [0, 11, 2.5, Number.NaN]) expect(() => apOf(defaultProfile, bad, 1, 1)).toThrow(RangeError)
})

test.for([
  [1, 1, 1, 1],
  [10, 10, 10, 1_000],
  [7, 4, 6, 168],
] as const)('[FMEA-2] S %i, O %i and D %i have the risk priority number %i', ([s, o, d, rpn]) => {
  expect(rpnOf(s, o, d)).toBe(rpn)
})

test.for([
  [10, 3, 1, 'M'],
  [10, 3, 2, 'H'],
  [10, 1, 10, 'L'],
  [9, 2, 3, 'L'],
  [8, 4, 7, 'H'],
  [8, 4, 6, 'M'],
  [5, 6, 6, 'H'],
  [3, 10, 1, 'M'],
  [1, 10, 10, 'L'],
] as const)('[FMEA-1] in an FMEA-MSR severity %i, frequency %i and monitoring %i are %s', ([s, f, m, priority]) => {
  expect(apOf(defaultProfile, s, f, m, 'monitoring')).toBe(priority)
})

const withTable = (usual: PriorityTable): RatingProfile => ({
  ...defaultProfile,
  priorities: { ...defaultProfile.priorities, usual },
})

test('[FMEA-4] [FMEA-6] the shipped profile is valid, and released as the first version', () => {
  expect(whyNotProfile(RatingProfile.parse(defaultProfile))).toEqual({})
  expect(shippedProfile).toMatchObject({ version: 1, state: 'released' })
})

const usual = defaultProfile.priorities.usual
const bent: readonly [string, string, Partial<PriorityTable>][] = [
  ['a gap', 'no band has 6', { detection: [{ from: 7, to: 10 }, { from: 5, to: 5 }, ...usual.detection.slice(2)] }],
  [
    'an overlap',
    'more than one band has 7',
    { detection: [{ from: 7, to: 10 }, { from: 5, to: 7 }, ...usual.detection.slice(2)] },
  ],
  ['the wrong order', 'no band has 10', { detection: usual.detection.toReversed() }],
  ['no band for 10', 'no band has 10', { detection: [{ from: 7, to: 9 }, ...usual.detection.slice(1)] }],
  ['no band for 1', 'no band has 1.', { detection: [...usual.detection.slice(0, 3), { from: 2, to: 1 }].slice(0, 3) }],
  [
    'a band that ends before it begins',
    'begins above its end',
    { detection: [{ from: 10, to: 7 }, ...usual.detection.slice(1)] },
  ],
]
test.for(bent)('[FMEA-4] bands with %s are refused: %s', ([, why, change]) => {
  expect(whyNotProfile(withTable({ ...usual, ...change }))['priorities.usual.detection']).toContain(why)
})

test('[FMEA-4] cells that do not fit the bands are refused', () => {
  const short: PriorityTable[] = [
    { ...usual, cells: usual.cells.slice(1) },
    { ...usual, cells: usual.cells.map((some) => some.slice(1)) },
    { ...usual, cells: usual.cells.map((some) => some.map((cells) => [...cells, 'L'] as ActionPriority[])) },
  ]
  for (const table of short) expect(Object.keys(whyNotProfile(withTable(table)))).toEqual(['priorities.usual.cells'])
})

test('[FMEA-4] a criterion for two ratings is refused, and a scale has ten of them', () => {
  const { design } = defaultProfile.scales
  const twice = {
    ...defaultProfile,
    scales: {
      ...defaultProfile.scales,
      design: { ...design, severity: [...design.severity.slice(0, 9), design.severity[0]!] },
    },
  }
  expect(whyNotProfile(twice)).toEqual({
    'scales.design.severity': 'Severity: ratings 1 and 10 have the same criterion.',
  })
  const nine = { ...design, severity: design.severity.slice(1) }
  const { success } = RatingProfile.safeParse({ ...defaultProfile, scales: { ...defaultProfile.scales, design: nine } })
  expect(success).toBe(false)
})
