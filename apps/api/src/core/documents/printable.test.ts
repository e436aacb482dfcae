import { expect, test } from 'vitest'
import { printable } from './printable.ts'

test('[DOCUMENT-23] characters of the standard fonts are printed unchanged', () => {
  for (const text of ['', 'Torque request', 'Brücke, façade, señal: 5 µs ± 2 %', '“quoted” – and… 7 €', 'two\nlines'])
    expect(printable(text)).toEqual({ text, isChanged: false })
})

test('[DOCUMENT-23] signs with an equivalent notation are replaced, and this is not reported as a change', () => {
  expect(printable('level ≥ 3 → stop, 10\u00a0ms\u200b')).toEqual({
    text: 'level >= 3 -> stop, 10 ms',
    isChanged: false,
  })
})

test.for([
  ['Łódź, ň, ő', '?ódz, n, o'],
  ['车辆', '??'],
  ['a🚗b', 'a?b'],
  ['\u0007', '?'],
  ['\ud800', '?'],
  ['n\u030c', 'n'],
  ['e\u0301', 'é'],
])('[DOCUMENT-23] %s is printed as %s: letters lose accents, others become a question mark', ([text, printed]) => {
  expect(printable(text!)).toEqual({ text: printed, isChanged: printed !== 'é' })
})
