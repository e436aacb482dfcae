import { expect, test } from 'vitest'
import { parseLabels, placeLabels, type Placed, type Places } from './labels.ts'

/** Four frames of a candump file from 2023, which begins with a comment. */
const ts = [1_700_000_000_000.125, 1_700_000_000_010.25, 1_700_000_000_020.5, 1_700_000_001_500]
const places: Places = { ts, lines: [2, 3, 4, 5] }

function placed(text: string, at = places): Placed {
  const labels = parseLabels(text)
  if (!labels.ok) throw new Error(labels.reason)
  const placed = placeLabels(labels.value, at)
  if (!placed.ok) throw new Error(placed.reason)
  return placed.value
}

function refusal(text: string, at = places): string {
  const labels = parseLabels(text)
  const outcome = labels.ok ? placeLabels(labels.value, at) : labels
  return outcome.ok ? '' : outcome.reason
}

test.for([
  {
    name: 'seconds',
    text: 'timestamp,label\n1700000000.000125,0\n1700000000.010250,1\n1700000000.020500,1\n1700000001.5,0',
    how: 'times in seconds',
  },
  { name: 'ms', text: '1700000000010.25,1\r\n1700000000020.5,1\r\n', how: 'times in ms' },
  {
    name: 'ms without their fraction',
    text: '1700000000000,0\n1700000000010,1\n1700000000020,1\n1700000001500,0',
    how: 'times in ms',
  },
  { name: 'lines', text: 'line;attack\n3;1\n4;1', how: 'line numbers, counted from 1' },
  { name: 'all frames', text: '1,0\n2,1\n3,1\n4,0', how: 'frame numbers, counted from 1' },
  { name: 'frames from zero', text: '0,0\n1,1\n2,1\n3,0', how: 'frame numbers, counted from 0' },
  {
    name: 'seconds since the first frame',
    text: '0.0,0\n0.010125,1\n0.020375,1\n1.499875,0',
    how: "seconds since the capture's first frame",
  },
])('labels by $name are matched to their frames, and the result names the method', ({ text, how }) => {
  const { truth, lost, ...rest } = placed(text)
  expect([...truth]).toEqual([0, 1, 1, 0])
  expect([rest.how, lost]).toEqual([how, 0])
})

test('labels with the same time are assigned to its frames in turn; a single label to all of them', () => {
  const at = { ts: [5_000, 5_000, 5_000, 6_000], lines: undefined }
  expect([...placed('5.0,0\n5.0,1\n5.0,0\n6.0,0', at).truth]).toEqual([0, 1, 0, 0])
  expect([...placed('5.0,1\n6.0,0', at).truth]).toEqual([1, 1, 1, 0])
})

test('intervals use the same units; those outside the capture are counted', () => {
  const { intervals, how, lost } = placed(
    'start,end,kind\n1700000000.01,1700000000.5,flood\n1600000000,1600000001,spoof\n1700000001,1700000002,fuzz',
  )
  expect(intervals).toEqual([
    { from: 1_700_000_000_010, to: 1_700_000_000_500 },
    { from: 1_700_000_001_000, to: 1_700_000_002_000 },
  ])
  expect([how, lost]).toEqual(['times in seconds', 1])
})

test('intervals may be line numbers', () => {
  expect(placed('3,4').intervals).toEqual([{ from: ts[1], to: ts[2] }])
})

test.for([
  { text: '', reason: 'holds no labels' },
  { text: 'timestamp,label\n', reason: 'holds no labels' },
  { text: '1700000000.0,0\nx,1', reason: 'line 2: expected' },
  { text: '1700000000.0', reason: 'line 1: expected' },
  { text: 'a,b\n5,3\n1,9', reason: 'line 2: the interval ends at 3, before it begins at 5' },
  { text: '99999.5,1\n99999.75,0', reason: 'neither line numbers nor times of the capture, which has 4 frames' },
  { text: '1700000000.3,1\n1700000000.4,1\n1700000000.5,1', reason: 'line 1: no frame of the capture has this time' },
])('"$text" is refused: $reason', ({ text, reason }) => {
  expect(refusal(text)).toContain(reason)
})
