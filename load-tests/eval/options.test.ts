import { expect, test } from 'vitest'
import { evalOptions } from './options.ts'

test('without a capture it is the standard evaluation', () => {
  expect(evalOptions(['--hours', '2', '--only', 'tuned'])).toMatchObject({
    hours: 2,
    seed: 1,
    only: 'tuned',
    variants: false,
  })
})

test('a capture can have training, labels and a format', () => {
  const options = evalOptions(['--capture', 'a.log', '--train', 'b.log', '--labels', 'c.csv', '--format', 'candump'])
  expect(options).toMatchObject({
    capture: expect.stringMatching(/a\.log$/),
    train: expect.stringMatching(/b\.log$/),
    labels: expect.stringMatching(/c\.csv$/),
    format: 'candump',
    json: undefined,
  })
})

test('a folder of benign captures', () => {
  expect(evalOptions(['--benign', 'folder', '--format', 'trc'])).toEqual({
    benign: expect.stringMatching(/folder$/),
    format: 'trc',
    json: undefined,
  })
})

test.for([
  { args: ['--benign', 'folder', '--labels', 'c.csv'], reason: '--labels does not go with --benign FOLDER' },
  { args: ['--benign', 'folder', '--capture', 'a.log'], reason: '--capture does not go with --benign FOLDER' },
  { args: ['--train', 'b.log'], reason: '--train goes with --capture FILE' },
  { args: ['--capture', 'a.log', '--format', 'xyz'], reason: '--format must be candump or asc' },
  { args: ['--hours', 'many'], reason: '--hours must be a number' },
  { args: ['--only', 'some'], reason: '--only must be tuned or held-out' },
  { args: ['--bogus'], reason: "Unknown option '--bogus'" },
])('$args are refused: $reason', ({ args, reason }) => {
  expect(() => evalOptions(args)).toThrow(reason)
})
