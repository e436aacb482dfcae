import { expect, test } from 'vitest'
import { t0 } from './detector.fixture.ts'
import { type RejectMemory, stepRejects } from './reject-storm.ts'

function counting() {
  const memory: RejectMemory = new Map()
  const reject = (count: number, seconds: number, source = 'http', org = 1) =>
    stepRejects(memory, org, source, count, 'ts: RFC 3339 or epoch milliseconds is needed', t0 + seconds * 1000)
  return { memory, reject }
}

test('[REJECT-STORM-1] 99 rejects within a minute are not a storm; with the hundredth all of them are', () => {
  const { reject } = counting()
  expect(reject(99, 0)).toBeUndefined()
  expect(reject(1, 59)).toMatchObject({
    key: 'reject-storm:http',
    severity: 'medium',
    count: 100,
    ts: t0 + 59_000,
    evidence: 'none',
  })
})

test('[REJECT-STORM-1] later rejects of the same minute only add their number', () => {
  const { reject } = counting()
  reject(150, 0)
  expect(reject(7, 10)).toMatchObject({
    count: 7,
    explanation: [{ observed: '157' }, { observed: 'ts: RFC 3339 or epoch milliseconds is needed' }],
  })
})

test('[REJECT-STORM-1] after a minute counting starts again', () => {
  const { reject } = counting()
  reject(150, 0)
  expect(reject(99, 60)).toBeUndefined()
})

test('[REJECT-STORM-1] counting in a copy does not change the original memory', () => {
  const { memory, reject } = counting()
  reject(60, 0)
  expect(stepRejects(new Map(memory), 1, 'http', 60, 'why', t0 + 1_000)).toMatchObject({ count: 120 })
  expect(reject(39, 2)).toBeUndefined()
  expect(reject(1, 3)).toMatchObject({ count: 100 })
})

test('[REJECT-STORM-1] sources and organisations are counted separately', () => {
  const { reject } = counting()
  reject(99, 0)
  expect(reject(99, 1, 'syslog udp')).toBeUndefined()
  expect(reject(99, 2, 'http', 2)).toBeUndefined()
})

test('[REJECT-STORM-2] at most the latest thousand sources are counted', () => {
  const { memory, reject } = counting()
  for (let i = 0; i < 100_000; i++) reject(1, 0, `source ${i}`)
  expect(memory.size).toBe(1_000)
  reject(1, 1, 'source 99000')
  reject(1, 1, 'another')
  expect(memory.has('1:source 99000')).toBe(true) // seen again, so that another source was dropped
  expect(memory.has('1:source 99001')).toBe(false)
})
