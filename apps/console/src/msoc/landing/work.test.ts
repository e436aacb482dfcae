import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
const { alertWork, caseWork, findUnassigned } = await import('./work.tsx')

const alert = { uuid: 'a', number: 7, title: 'Flood', severity: 'high', status: 'NEW', vehicle: null } as Alert
const one = { uuid: 'c', number: 3, title: 'Torque', stage: 'NEW' } as Case
const lines = (items: readonly { readonly key: string; readonly title: string; readonly count?: number }[]) =>
  items.map(({ key, title, count }) => [key, title, count])

test('[LANDING-2] own alerts and cases are listed, and one line counts how many more there are', () => {
  expect(lines(alertWork({ alerts: [alert], total: 3 }))).toEqual([
    ['a', 'Flood', undefined],
    ['more', '2 more alerts of yours', 2],
  ])
  expect(lines(caseWork({ cases: [one], total: 2 }))).toEqual([
    ['c', 'Torque', undefined],
    ['more', '1 more case of yours', 1],
  ])
  expect([...alertWork({ alerts: [], total: 0 }), ...caseWork({ cases: [], total: 0 })]).toEqual([])
})

test('[LANDING-2] unassigned alerts are for users who may work on them: for others nothing is requested', async () => {
  const { signal } = new AbortController()
  for (const role of ['ENGINEER', 'VIEWER'] as const) expect(await findUnassigned({ role }, signal)).toEqual([])
})
