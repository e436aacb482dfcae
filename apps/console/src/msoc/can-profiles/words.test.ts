import { expect, test } from 'vitest'

import { constantBits, cycleText, originText, profileText, spanText, watchText } from './words.ts'

test('[PROFILE-UI-9] a bus is monitored in one of three ways', () => {
  const profile = { uuid: crypto.randomUUID(), version: 7, model: 'EQX-24', activated_at: null }
  expect(watchText({ state: 'LEARNING', learned_seconds: 40.7, needed_seconds: 60, profile: null })).toBe(
    'learning, 40 of 60 s',
  )
  expect(watchText({ state: 'LEARNING', learned_seconds: 75, needed_seconds: 60, profile: null })).toBe(
    'learning, 60 of 60 s',
  )
  expect(watchText({ state: 'OWN', learned_seconds: 62, needed_seconds: 60, profile: null })).toBe(
    'watched by its own past, learned from 62 s',
  )
  expect(watchText({ state: 'PROFILE', learned_seconds: 0, needed_seconds: 60, profile })).toBe('profile EQX-24 v7')
  expect(profileText({ model: '', version: 1 })).toBe('Every model v1')
})

test('[PROFILE-UI-3] a profile states its origin', () => {
  const learned = { capture: null, dbc: null, seconds: 62.4, vehicles: 1 }
  expect(originText({ ...learned, origin: 'RECORD' })).toBe('Learned 62 s of 1 vehicle')
  expect(originText({ ...learned, origin: 'RECORD', vehicles: 20, seconds: 3_725 })).toBe(
    'Learned 62 min 5 s of 20 vehicles',
  )
  expect(originText({ ...learned, origin: 'CAPTURE', capture: { uuid: crypto.randomUUID(), name: 'drive.log' } })).toBe(
    'Learned 62 s of drive.log',
  )
  expect(originText({ ...learned, origin: 'CAPTURE' })).toBe('Learned 62 s of a capture that was deleted')
  expect(
    originText({
      ...learned,
      origin: 'DBC',
      dbc: { version_uuid: crypto.randomUUID(), name: 'Powertrain', version: 3, file_name: 'p.dbc' },
    }),
  ).toBe('Derived from Powertrain v3')
})

test('[PROFILE-UI-3] durations are shown in a suitable unit', () => {
  expect([0.4, 119, 120, 7_199, 7_260, 360_000].map(spanText)).toEqual([
    '0 s',
    '119 s',
    '2 min 0 s',
    '119 min 59 s',
    '2 h 01 min',
    '100 h 00 min',
  ])
})

test('[PROFILE-UI-5] a short description of an id', () => {
  expect(cycleText({ cycle: { ms: 10.0123, jitterMs: 0.2567, minMs: 9, maxMs: 11 } })).toBe('10 ms ± 0.257')
  expect(cycleText({ cycle: null })).toBe('no cycle')
  const byte = { constantValue: 0, min: 0, max: 0, values: null }
  expect(
    constantBits({
      bytes: [
        { ...byte, constantMask: 0xff },
        { ...byte, constantMask: 0x81 },
      ],
    }),
  ).toEqual({ constant: 10, all: 16 })
})
