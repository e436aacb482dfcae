import { beforeEach, expect, test, vi } from 'vitest'
import { notices, notify } from './notices.ts'

beforeEach(() => {
  vi.useFakeTimers()
  notices.setState({ list: [] })
})

test('[QUEUE-45] a notice with an undo stays until newer ones take its place; any other goes by itself', () => {
  notify({ tone: 'plain', text: 'closed', action: { label: 'Undo', keys: 'z', run: () => undefined } })
  notify({ tone: 'plain', text: 'Undone' })
  vi.advanceTimersByTime(60_000)
  expect(notices.getState().list.map(({ text }) => text)).toEqual(['closed'])
  for (const text of ['a', 'b', 'c']) notify({ tone: 'plain', text })
  expect(notices.getState().list.map(({ text }) => text)).toEqual(['a', 'b', 'c'])
  vi.useRealTimers()
})
