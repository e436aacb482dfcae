import { describe, expect, test } from 'vitest'

import { byteText, diffProfiles } from './diff-profiles.ts'
import type { ByteProfile, CanProfile, IdProfile } from './profile.ts'

const always = (value: number): ByteProfile => ({
  constantMask: 0xff,
  constantValue: value,
  min: value,
  max: value,
  values: [value],
})

const anId = (id: number, more: Partial<IdProfile> = {}): IdProfile => ({
  id,
  ext: false,
  name: null,
  frames: 100,
  lengths: [1],
  cycle: { ms: 10, jitterMs: 0.2, minMs: 9, maxMs: 11 },
  bytes: [always(0x3f)],
  counters: [],
  checksums: [],
  signals: [],
  peak: 0,
  repeats: 0,
  ...more,
})

const profileOf = (ids: readonly IdProfile[], more: Partial<CanProfile> = {}): CanProfile => ({
  shape: 1,
  learned: { frames: 100, seconds: 60, vehicles: 1 },
  load: { mean: 100, peak: 110 },
  ids,
  exceptions: [],
  ...more,
})

const fieldsOf = (before: Partial<IdProfile>, after: Partial<IdProfile>) =>
  diffProfiles(profileOf([anId(1, before)]), profileOf([anId(1, after)])).flatMap(({ fields }) => fields)

describe('differences between two profiles', () => {
  test('[PROFILE-DIFF-1] equal content gives no difference, however much it was learned from', () => {
    const before = profileOf([anId(1), anId(2)])
    const after = profileOf([anId(2, { frames: 9_000 }), anId(1)], {
      learned: { frames: 9, seconds: 1, vehicles: 3 },
      load: { mean: 1, peak: 2 },
    })
    expect(diffProfiles(before, after)).toEqual([])
  })

  test('[PROFILE-DIFF-2] ids of only one profile were added or removed; 11 and 29 bits are two ids', () => {
    const changes = diffProfiles(
      profileOf([anId(1), anId(2, { name: 'Brake' })]),
      profileOf([anId(1), anId(2, { ext: true })]),
    )
    expect(changes).toEqual([
      { kind: 'removed', id: 2, ext: false, name: 'Brake', fields: [] },
      { kind: 'added', id: 2, ext: true, name: null, fields: [] },
    ])
  })

  test.for([
    { field: 'name', before: { name: null }, after: { name: 'Brake' }, texts: ['none', 'Brake'] },
    { field: 'cycle', before: {}, after: { cycle: null }, texts: ['10 ms', 'none'] },
    {
      field: 'cycle',
      before: {},
      after: { cycle: { ms: 12.5, jitterMs: 0, minMs: 12, maxMs: 13 } },
      texts: ['10 ms', '12.5 ms'],
    },
    { field: 'lengths', before: {}, after: { lengths: [1, 8] }, texts: ['1 B', '1 B; 8 B'] },
    {
      field: 'byte 0',
      before: {},
      after: { bytes: [{ constantMask: 0xf0, constantValue: 0x30, min: 0x30, max: 0x3a, values: null }] },
      texts: ['always 3F', '30 to 3A, bits F0 always 30'],
    },
    { field: 'byte 1', before: {}, after: { bytes: [always(0x3f), always(0)] }, texts: ['none', 'always 00'] },
    {
      field: 'counters',
      before: {},
      after: { counters: [{ startBit: 0, length: 4, isIntel: true, step: 1 }] },
      texts: ['none', '0|4@1 by 1'],
    },
    {
      field: 'checksums',
      before: {},
      after: { checksums: [{ byte: 7, kind: 'crc8-j1850', seed: 0xab }] },
      texts: ['none', 'crc8-j1850 in byte 7, seed AB'],
    },
    {
      field: 'signal Speed',
      before: {},
      texts: ['none', '7|16@0 signed, -5 to 900, steps up to 12.5'],
      after: {
        signals: [
          {
            name: 'Speed',
            startBit: 7,
            length: 16,
            isIntel: false,
            isSigned: true,
            min: -5,
            max: 900,
            maxStep: 12.5,
            repeats: 0,
          },
        ],
      },
    },
  ] satisfies { field: string; before: Partial<IdProfile>; after: Partial<IdProfile>; texts: string[] }[])(
    '[PROFILE-DIFF-3] $field: $texts',
    ({ field, before, after, texts }) => {
      expect(fieldsOf(before, after)).toEqual([{ field, before: texts[0], after: texts[1] }])
      expect(fieldsOf(after, before)).toEqual([{ field, before: texts[1], after: texts[0] }])
    },
  )

  test('[PROFILE-DIFF-3] a cycle that differs by chance counts as the same', () => {
    expect(fieldsOf({}, { cycle: { ms: 10.15, jitterMs: 1, minMs: 5, maxMs: 20 } })).toEqual([])
  })

  test('[PROFILE-DIFF-4] exceptions are compared for the whole bus, whatever their order', () => {
    const quiet = [
      { id: null, ext: false, detector: 'can-flood' },
      { id: 0x1a0, ext: true, detector: 'can-period' },
    ]
    expect(
      diffProfiles(profileOf([], { exceptions: quiet }), profileOf([], { exceptions: quiet.toReversed() })),
    ).toEqual([])
    expect(diffProfiles(profileOf([]), profileOf([], { exceptions: quiet }))).toEqual([
      {
        kind: 'changed',
        id: null,
        ext: false,
        name: null,
        fields: [{ field: 'exceptions', before: 'none', after: 'can-flood; can-period on 1A0 extended' }],
      },
    ])
  })

  test('[PROFILE-DIFF-3] no constant bits are named for a byte that takes every value', () => {
    expect(byteText({ constantMask: 0, constantValue: 0, min: 0, max: 255, values: null })).toBe('00 to FF')
  })
})
