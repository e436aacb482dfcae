import { expect, test } from 'vitest'
import { afterKey, nothingPressed, pressedIn, sequenceMs } from './sequence.ts'

const offered = [{ keys: 'g a' }, { keys: 'g l' }, { keys: 'a' }, { keys: '?' }]

/** The hotkeys that acted, for keys at given times. */
function acted(
  keys: readonly (readonly [string, number])[],
  among: readonly { keys: string }[] = offered,
): (string | undefined)[] {
  let pressed = nothingPressed
  return keys.map(([key, at]) => {
    const { next, hit } = afterKey(pressed, key, at, among)
    pressed = next
    return hit?.keys
  })
}

test('[KEY-1] two keys close together are a sequence', () => {
  expect(
    acted([
      ['g', 1_000],
      ['a', 1_000 + sequenceMs],
    ]),
  ).toEqual([undefined, 'g a'])
})

test('[KEY-1] too late, the second key counts alone', () => {
  expect(
    acted([
      ['g', 1_000],
      ['a', 1_001 + sequenceMs],
    ]),
  ).toEqual([undefined, 'a'])
})

test('[KEY-2] a key that does not continue the sequence starts again', () => {
  expect(
    acted([
      ['g', 1],
      ['?', 2],
      ['a', 3],
    ]),
  ).toEqual([undefined, '?', 'a'])
  expect(
    acted([
      ['g', 1],
      ['g', 2],
      ['l', 3],
    ]),
  ).toEqual([undefined, undefined, 'g l'])
  expect(
    acted([
      ['g', 1],
      ['x', 2],
      ['l', 3],
    ]),
  ).toEqual([undefined, undefined, undefined])
})

test('[KEY-3] the later registration of the same keys acts', () => {
  const first = { keys: 'a', by: 'shell' }
  const second = { keys: 'a', by: 'page' }
  expect(afterKey(nothingPressed, 'a', 1, [first, second]).hit).toBe(second)
})

test('[KEY-6] keys with Ctrl have names with and without Shift; Command counts as Ctrl', () => {
  const press = { key: 'z', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  expect([
    pressedIn({ ...press, ctrlKey: true }),
    pressedIn({ ...press, key: 'Z', ctrlKey: true, shiftKey: true }),
    pressedIn({ ...press, key: 'Z', metaKey: true, shiftKey: true }),
    pressedIn({ ...press, ctrlKey: true, altKey: true }),
    pressedIn(press),
  ]).toEqual(['Ctrl-Z', 'Ctrl-Shift-Z', 'Ctrl-Shift-Z', undefined, 'z'])
})
