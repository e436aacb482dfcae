import type { Org } from '@carapace/shared/core/owned'
import { expect, test, vi } from 'vitest'
import { sharedViews } from './shared-views.ts'

const [org, other] = [{ uuid: 'o', id: 1 } as Org, { uuid: 'p', id: 2 } as Org]

function viewing() {
  const opened: { readonly of: Org; readonly close: () => void }[] = []
  const open = vi.fn<(of: Org) => Promise<(typeof opened)[number]>>(async (of) => {
    const view = { of, close: vi.fn<() => void>() }
    opened.push(view)
    return view
  })
  return { open, opened, hold: sharedViews(open) }
}

test('all viewers of an organisation share one view, and another organisation has its own', async () => {
  const { hold, opened } = viewing()
  const [mine, colleagues, otherTenant] = await Promise.all([hold(org), hold(org), hold(other)])
  expect(mine.view).toBe(colleagues.view)
  expect(otherTenant.view).not.toBe(mine.view)
  expect(opened.map(({ of }) => of)).toEqual([org, other])
})

test('a view is closed when the last holder releases it, and opened again for the next one', async () => {
  const { hold, opened } = viewing()
  const [mine, colleagues] = await Promise.all([hold(org), hold(org)])
  mine.release()
  expect(opened[0]!.close).not.toHaveBeenCalled()
  colleagues.release()
  expect(opened[0]!.close).toHaveBeenCalledOnce()
  expect((await hold(org)).view).toBe(opened[1])
  expect(opened[1]!.close).not.toHaveBeenCalled()
})

test('a holder that releases the view while another one waits for it does not close it', async () => {
  const { hold, opened } = viewing()
  const first = await hold(org)
  const waiting = hold(org) // its view exists, but the holder has not received it yet
  first.release()
  expect((await waiting).view).toBe(opened[0])
  expect(opened[0]!.close).not.toHaveBeenCalled()
  expect((await hold(org)).view).toBe(opened[0])
})

test('a view that does not open fails for all waiting holders, and is opened again for the next one', async () => {
  const { hold, open, opened } = viewing()
  open.mockRejectedValueOnce(new Error('the database is away'))
  const waiting = [hold(org), hold(org)]
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const { view, release } = await hold(org)
  expect(view).toBe(opened[0])
  release()
  expect(opened[0]!.close).toHaveBeenCalledOnce()
})
