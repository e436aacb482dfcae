import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
const { waitingWork } = await import('./work.tsx')

test('[PLAYBOOK-UI-27] the first page has one line for all that waits for the user, and none if nothing does', () => {
  expect(waitingWork(0)).toEqual([])
  expect(waitingWork(1)[0]).toMatchObject({
    title: '1 step of a playbook is waiting for you',
    count: 1,
    isUrgent: true,
  })
  expect(waitingWork(12)[0]!.title).toBe('12 steps of playbooks are waiting for you')
})
