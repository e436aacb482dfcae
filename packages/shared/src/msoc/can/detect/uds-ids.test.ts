import { expect, test } from 'vitest'
import { attacked, benignProfile, frame, later, watchOf } from '../bus.fixture.ts'
import type { CanFrame } from '../frame.ts'

const bytes = (...data: number[]) => [...data, ...Array<number>(8 - data.length).fill(0xaa)]
const at = (ms: number, id: number, ...data: number[]) => frame(later + 3_000 + ms, id, bytes(...data))

/** Returns the findings of a scan on the benign bus, and which of its frames were blamed. */
function found(frames: readonly CanFrame[]) {
  const result = watchOf(attacked(frames, { seconds: 40 }), { profile: benignProfile() })
  const scans = result.signs.filter(({ detector }) => detector === 'uds-scan')
  return { scans, rules: new Set(result.signs.map(({ detector }) => detector)), blamed: result.blamed }
}

test.for([
  { what: '11-bit ids of a manufacturer', request: 0x714, answer: 0x77e },
  { what: '29-bit ids of a manufacturer', request: 0x17fc0076, answer: 0x17fe0076 },
])('[CAN-UDS-15] a scan of services on $what is found, and the answers are not blamed', ({ request, answer }) => {
  const scan = Array.from({ length: 60 }, (_, n) => [
    at(n * 100, request, 2, 0x10 + n, 0),
    at(n * 100 + 8, answer, 3, 0x7f, 0x10 + n, 0x11),
  ]).flat()
  const { scans, blamed } = found(scan)
  expect(scans[0]).toMatchObject({ severity: 'high', title: expect.stringContaining('Scan of UDS services of') })
  expect(blamed.filter(({ id }) => id === answer)).toEqual([])
})

test.for([
  { what: 'single frames on 29-bit ids', probe: (n: number) => at(n * 30, 0x17fc0000 + n, 2, 0x10, 1) },
  { what: 'first frames on 11-bit ids', probe: (n: number) => at(n * 30, 0x600 + n, 0x10, 0x14, 0x22, 0xf1, 0x90) },
  {
    what: 'first frames on 29-bit ids',
    probe: (n: number) => at(n * 30, 0x17fc0000 + n, 0x10, 0x14, 0x2e, 0xf1, 0x90),
  },
])('[CAN-UDS-16] a search for ECUs by $what is a scan of the bus', ({ probe }) => {
  const { scans } = found(Array.from({ length: 60 }, (_, n) => probe(n)))
  expect(scans[0]).toMatchObject({ key: null, title: 'Scan for ECUs on can0' })
})

test('[CAN-UDS-16] a tester that finds forty ECUs is no scan, and their answers are no unknown ids', () => {
  const session = Array.from({ length: 40 }, (_, n) => [
    at(n * 60, 0x600 + n, 2, 0x10, 3),
    at(n * 60 + 9, 0x680 + n, 6, 0x50, 3, 0, 50, 1, 0xf4),
    at(n * 60 + 20, 0x600 + n, 0x10, 0x0b, 0x22, 0xf1, 0x90, 0xf1, 0x91, 0xf1),
    at(n * 60 + 25, 0x680 + n, 0x30, 0, 0),
  ]).flat()
  const { scans, blamed } = found(session)
  expect(scans).toEqual([])
  expect(blamed.filter(({ id }) => id >= 0x680)).toEqual([])
})
