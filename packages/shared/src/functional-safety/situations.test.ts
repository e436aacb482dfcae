import { expect, test } from 'vitest'
import { defaultSituations } from './default-situations.ts'
import {
  combinations,
  intersection,
  isWithin,
  normalSituation,
  proposedExposure,
  type Situation,
  situationKey,
  situationTitle,
  withoutDuplicates,
} from './situations.ts'

const catalogue = defaultSituations
function normal(situation: Situation): Situation {
  const result = normalSituation(catalogue, situation)
  if (!result.ok) throw new Error(result.reason)
  return result.value
}
const allSurfaces = catalogue.find(({ key }) => key === 'surface')!.values.map(({ key }) => key)

test('[SITUATION-1] the normal form has dimensions and values in order, once, and only where they restrict', () => {
  const situation = { surface: ['wet', 'dry', 'wet'], road: ['motorway'], speed: [], visibility: ['day'] }
  expect(JSON.stringify(normal(situation))).toBe('{"road":["motorway"],"surface":["dry","wet"],"visibility":["day"]}')
  expect(normal({ surface: allSurfaces })).toEqual({})
  expect(normal(normal(situation))).toEqual(normal(situation))
})

test('[SITUATION-1] equal situations have equal keys and a title', () => {
  expect(situationKey({ surface: ['wet', 'dry'], road: ['motorway'] })).toBe(
    situationKey({ road: ['motorway'], surface: ['dry', 'wet'] }),
  )
  expect(situationKey({})).not.toBe(situationKey({ road: ['motorway'] }))
  expect(situationTitle(catalogue, normal({ surface: ['wet'], road: ['country', 'motorway'] }))).toBe(
    'Motorway or country road, wet',
  )
  expect(situationTitle(catalogue, {})).toBe('Any situation')
})

test('[SITUATION-1] what the catalogue does not have is refused', () => {
  expect(normalSituation(catalogue, { moon: ['full'] })).toEqual({
    ok: false,
    reason: 'The catalogue has no dimension "moon".',
  })
  expect(normalSituation(catalogue, { road: ['moon'] })).toEqual({
    ok: false,
    reason: 'Road: the catalogue has no value "moon".',
  })
})

test.for<readonly [Situation, Situation, boolean]>([
  [{ road: ['motorway'] }, {}, true],
  [{}, { road: ['motorway'] }, false],
  [{ road: ['motorway'], surface: ['wet'] }, { road: ['motorway', 'country'] }, true],
  [{ road: ['motorway', 'urban'] }, { road: ['motorway', 'country'] }, false],
  [{ road: ['motorway'] }, { road: ['motorway'] }, true],
])('[SITUATION-2] %j is within %j: %s', ([inner, outer, within]) => {
  expect(isWithin(inner, outer)).toBe(within)
})

test('[SITUATION-2] the intersection is what both cover', () => {
  expect(intersection({ road: ['motorway', 'urban'] }, { road: ['urban', 'country'], surface: ['wet'] })).toEqual({
    road: ['urban'],
    surface: ['wet'],
  })
  expect(intersection({ road: ['motorway'] }, { road: ['urban'] })).toBeUndefined()
  expect(intersection({}, {})).toEqual({})
})

test('[SITUATION-3] chosen values are combined, each combination once', () => {
  const result = combinations(catalogue, { surface: ['wet', 'dry', 'wet'], road: ['motorway', 'urban'] })
  expect(result).toEqual({
    ok: true,
    value: [
      { road: ['motorway'], surface: ['dry'] },
      { road: ['motorway'], surface: ['wet'] },
      { road: ['urban'], surface: ['dry'] },
      { road: ['urban'], surface: ['wet'] },
    ],
  })
  expect(combinations(catalogue, { surface: allSurfaces })).toMatchObject({ value: { length: allSurfaces.length } })
  expect(combinations(catalogue, {})).toEqual({ ok: true, value: [{}] })
})

test('[SITUATION-3] unknown values and too many combinations are refused', () => {
  expect(combinations(catalogue, { road: ['moon'] })).toMatchObject({ ok: false })
  const everything = Object.fromEntries(catalogue.map(({ key, values }) => [key, values.map((one) => one.key)]))
  expect(combinations(catalogue, everything)).toEqual({
    ok: false,
    reason: 'These are 842,400 combinations. Choose fewer values: 2,000 at the most.',
  })
})

test('[SITUATION-3] of equal situations the first stays', () => {
  expect(
    withoutDuplicates(catalogue, [
      { surface: ['wet', 'dry'] },
      { road: ['urban'] },
      { surface: ['dry', 'wet'], speed: [] },
    ]),
  ).toEqual({ ok: true, value: [{ surface: ['dry', 'wet'] }, { road: ['urban'] }] })
  expect(withoutDuplicates(catalogue, [{ road: ['moon'] }])).toMatchObject({ ok: false })
})

test('[SITUATION-4] the exposure is that of the rarest dimension, with the reason', () => {
  expect(proposedExposure(catalogue, normal({ road: ['motorway'], surface: ['snow'] }), 'duration')).toEqual({
    exposure: 'E2',
    reason: 'By duration, its rarest part is road surface snow or ice (E2).',
    mayBeLower: false,
  })
  expect(proposedExposure(catalogue, {}, 'duration')).toMatchObject({ exposure: 'E4', mayBeLower: false })
})

test('[SITUATION-4] of several values the most common counts, and duration and frequency differ', () => {
  const rare = normal({ surface: ['snow', 'wet'] })
  expect(proposedExposure(catalogue, rare, 'duration').exposure).toBe('E3')
  expect(proposedExposure(catalogue, rare, 'frequency').exposure).toBe('E4')
})

test('[SITUATION-4] several rare parts are not lowered together, but stated', () => {
  expect(proposedExposure(catalogue, normal({ surface: ['snow'], visibility: ['fog'] }), 'duration')).toEqual({
    exposure: 'E2',
    reason:
      'By duration, its rarest part is road surface snow or ice (E2). ' +
      'Together with visibility fog (E2) it may be rarer: that takes a reason.',
    mayBeLower: true,
  })
})

test('[SITUATION-5] the shipped catalogue has unique keys, and covers road, speed, weather, traffic, people', () => {
  expect(catalogue.map(({ key }) => key)).toEqual([
    'road',
    'speed',
    'surface',
    'visibility',
    'traffic',
    'manoeuvre',
    'occupants',
  ])
  for (const { values } of catalogue) expect(new Set(values.map(({ key }) => key)).size).toBe(values.length)
  // a situation that takes much time also occurs often
  const rank = (exposure: string) => Number(exposure[1])
  for (const { exposure } of catalogue.flatMap(({ values }) => values))
    expect(rank(exposure.frequency)).toBeGreaterThanOrEqual(rank(exposure.duration))
})
