import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { expect, test, vi } from 'vitest'
import { pageSize, vehicleList } from './vehicle-list.ts'

const vehicle = (uuid: string, risk = 0) => ({ uuid, risk }) as Vehicle
const many = (from: number, count: number) => Array.from({ length: count }, (_, index) => vehicle(`v${from + index}`))

/** A server whose pages the test sets; it responds in the order of the requests. */
function server(pages: Record<string, { vehicles: Vehicle[]; next: string | null }>) {
  const cursors: string[] = []
  const fetchPage = vi.fn(async ({ cursor = '' }: { cursor?: string; limit: number }) => {
    cursors.push(cursor)
    const { vehicles, next } = pages[cursor]!
    return { vehicles, next_cursor: next, total: 300 }
  })
  return { fetchPage, cursors, pages }
}

const uuids = (list: ReturnType<typeof vehicleList>) => list.getState().rows?.map((row) => row.vehicle.uuid)

test('[FLEET-UI-4] the next page is loaded at the end of the list, each vehicle once, to the last one', async () => {
  const { fetchPage, cursors } = server({
    '': { vehicles: many(0, 3), next: 'b' },
    b: { vehicles: [vehicle('v2'), vehicle('v3')], next: null },
  })
  const list = vehicleList(fetchPage, String)
  list.open()
  await vi.waitFor(() => expect(uuids(list)).toEqual(['v0', 'v1', 'v2']))
  list.more()
  await vi.waitFor(() => expect(uuids(list)).toEqual(['v0', 'v1', 'v2', 'v3']))
  list.more()
  expect(cursors).toEqual(['', 'b'])
})

test('[FLEET-UI-5] rows in use are updated in place; otherwise a list of one page is reordered', async () => {
  const { fetchPage, pages } = server({ '': { vehicles: [vehicle('a', 9), vehicle('b', 1)], next: null } })
  const list = vehicleList(fetchPage, String)
  list.open()
  await vi.waitFor(() => expect(uuids(list)).toEqual(['a', 'b']))

  pages[''] = { vehicles: [vehicle('b', 50), vehicle('a', 9)], next: null }
  list.refresh(0, 1, true)
  await vi.waitFor(() => expect(list.getState().rows?.map((row) => row.vehicle.risk)).toEqual([9, 50]))
  expect(uuids(list)).toEqual(['a', 'b'])

  list.refresh(0, 1, false)
  await vi.waitFor(() => expect(uuids(list)).toEqual(['b', 'a']))
})

test('[FLEET-UI-5] only the visible pages are requested again', async () => {
  const { fetchPage, cursors } = server({
    '': { vehicles: many(0, pageSize), next: 'b' },
    b: { vehicles: many(pageSize, pageSize), next: null },
  })
  const list = vehicleList(fetchPage, String)
  list.open()
  await vi.waitFor(() => expect(uuids(list)).toHaveLength(pageSize))
  list.more()
  await vi.waitFor(() => expect(uuids(list)).toHaveLength(2 * pageSize))
  list.refresh(pageSize + 5, pageSize + 20, false)
  await vi.waitFor(() => expect(cursors).toEqual(['', 'b', 'b']))
})

test('[FLEET-UI-6] a refusal is reported, and the loaded rows stay', async () => {
  const { fetchPage } = server({ '': { vehicles: many(0, 2), next: null } })
  const list = vehicleList(fetchPage, String)
  list.open()
  await vi.waitFor(() => expect(uuids(list)).toHaveLength(2))
  fetchPage.mockRejectedValueOnce(new Error('The server does not answer.'))
  list.refresh(0, 1, false)
  await vi.waitFor(() => expect(list.getState().problem).toBe('Error: The server does not answer.'))
  expect(uuids(list)).toHaveLength(2)
})
