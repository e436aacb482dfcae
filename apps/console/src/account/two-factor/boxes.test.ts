import { expect, test } from 'vitest'
import { type Boxes, type BoxesMove, codeIn, emptyBoxes, moved } from './boxes.ts'

/** `12_4__` with the focus on box `at`. */
const boxes = (digits: string, at: number): Boxes => ({
  digits: Array.from(digits, (digit) => digit.replace('_', '')),
  at,
})
const shown = ({ digits, at }: Boxes) => [digits.map((digit) => digit || '_').join(''), at]
const key = (name: string, at: number): BoxesMove => ({ kind: 'key', key: name, at })

test.for([
  ['______', 0, '7', '7_____', 1],
  ['12345_', 5, '6', '123456', 5],
  ['1_____', 0, '17', '7_____', 1],
  ['1_____', 0, '71', '7_____', 1],
  ['1_____', 0, '11', '1_____', 1],
  ['______', 0, 'x', '______', 0],
  ['1_____', 0, '', '1_____', 0],
] as const)('[CODE-BOX-1] in %s box %i becomes "%s": %s', ([before, at, text, after, to]) => {
  expect(shown(moved(boxes(before, at), { kind: 'typed', at, text }))).toEqual([after, to])
})

test.for([
  ['______', 0, '123456', '123456', 5],
  ['9_____', 3, '123456', '123456', 5],
  ['______', 0, ' 123 456\n', '123456', 5],
  ['______', 0, '1234567890', '123456', 5],
  ['9_____', 1, '12', '912___', 3],
  ['____9_', 4, '123', '____12', 5],
  ['12____', 2, 'no code', '12____', 2],
] as const)('[CODE-BOX-2] pasting into %s at %i "%s" gives %s', ([before, at, text, after, to]) => {
  expect(shown(moved(boxes(before, at), { kind: 'pasted', at, text }))).toEqual([after, to])
})

test('[CODE-BOX-2] an autofill of the whole code fills all boxes', () => {
  expect(codeIn(moved(emptyBoxes, { kind: 'typed', at: 0, text: '123456' }))).toBe('123456')
})

test.for([
  ['123456', 'Backspace', 5, '12345_', 4],
  ['12____', 'Backspace', 2, '1_____', 1],
  ['1_____', 'Backspace', 0, '______', 0],
  ['______', 'Backspace', 0, '______', 0],
  ['123456', 'Delete', 2, '12_456', 2],
] as const)('[CODE-BOX-3] %s: %s in box %i gives %s', ([before, name, at, after, to]) => {
  expect(shown(moved(boxes(before, at), key(name, at)))).toEqual([after, to])
})

test.for([
  ['ArrowLeft', 3, 2],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', 3, 4],
  ['ArrowRight', 5, 5],
  ['Home', 4, 0],
  ['End', 1, 5],
  ['a', 3, 3],
] as const)('[CODE-BOX-4] %s moves from box %i to %i', ([name, at, to]) => {
  expect(shown(moved(boxes('123456', at), key(name, at)))).toEqual(['123456', to])
})

test('typing continues at the box that the user selects', () => {
  expect(moved(boxes('12____', 2), { kind: 'focused', at: 0 }).at).toBe(0)
})

test('[FORM-6] a code is six digits, and clearing leaves none', () => {
  expect(codeIn(boxes('12345_', 5))).toBeUndefined()
  expect(codeIn(boxes('123456', 5))).toBe('123456')
  expect(moved(boxes('123456', 5), { kind: 'cleared' })).toEqual(emptyBoxes)
})
