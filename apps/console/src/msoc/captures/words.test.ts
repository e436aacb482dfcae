import { expect, test } from 'vitest'
import { sizeText, spanText, stateText } from './words.ts'

test.for([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1024, '1.0 KiB'],
  [10 * 1024, '10 KiB'],
  [1.5 * 1024 ** 2, '1.5 MiB'],
  [2 ** 40, '1,024 GiB'],
] as const)('[CAPTURE-43] %d bytes are shown as %s', ([bytes, text]) => {
  expect(sizeText(bytes)).toBe(text)
})

test('[CAPTURE-43] a duration is shown in seconds, a long one in its largest unit', () => {
  expect(spanText({ started_at: '2026-01-01T00:00:00Z', ended_at: '2026-01-01T00:00:08.56Z' })).toBe('8.6 s')
  expect(spanText({ started_at: null, ended_at: null })).toBe('–')
})

test('[CAPTURE-43] a capture that is being read shows its progress', () => {
  expect(stateText({ state: 'READING', progress: 0.999 })).toBe('Reading 99 %')
  expect(stateText({ state: 'READY', progress: null })).toBe('READY')
})
