import { expect, test, vi } from 'vitest'
import type { Assessed, MethodUsed } from './assessments.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
const { assessmentsFrom } = await import('./read-assessments.ts')

const programUuid = '00000000-0000-4000-8000-000000000001'
const { signal } = new AbortController()
const assessed = (uuid: string, cal: number) => ({ threat_uuid: uuid, cal }) as Assessed
const method = (version: number) => ({ version }) as MethodUsed
const cals = ({ byThreat }: { readonly byThreat: ReadonlyMap<string, Assessed> }) =>
  [...byThreat].map(([uuid, { cal }]) => [uuid, cal])

test('[GRAPH-UI-1] the assessments of all pages are read', async () => {
  const fetchAssessments = vi.fn(async ({ after }: { after?: unknown }) => ({
    success: true as const,
    assessments: after === undefined ? [assessed('a', 1), assessed('b', 2)] : [assessed('c', 3)],
    method: method(1),
    next: after === undefined ? 'b' : null,
  }))
  const all = await assessmentsFrom(fetchAssessments).all(programUuid, signal)
  expect(cals(all)).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ])
  expect(fetchAssessments.mock.calls.map(([{ after }]) => after)).toEqual([undefined, 'b'])
})

test('[GRAPH-UI-2] a changed assessment is read again alone, with the current method', async () => {
  const fetchAssessments = vi.fn(async (_input: { uuids?: unknown }) => ({
    success: true as const,
    assessments: [assessed('b', 4)],
    method: method(2),
    next: null,
  }))
  const before = {
    byThreat: new Map([['a', assessed('a', 1)] as const, ['b', assessed('b', 2)] as const]),
    method: method(1),
  }
  const after = await assessmentsFrom(fetchAssessments).some(programUuid, ['b'], before, signal)
  expect(cals(after)).toEqual([
    ['a', 1],
    ['b', 4],
  ])
  expect(after.method).toEqual(method(2))
  expect(fetchAssessments.mock.calls.map(([{ uuids }]) => uuids)).toEqual(['b'])
})
