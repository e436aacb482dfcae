import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

import { restartOnChange, watchSources } from './restarting.ts'
import type { Thread } from './threads.ts'

/** Changes that the test triggers itself. */
function changesByHand() {
  let change = Promise.withResolvers<void>()
  const emit = () => {
    change.resolve()
    change = Promise.withResolvers()
  }
  return { next: () => change.promise, close: emit, emit }
}

/** Starts threads that serve immediately, and records what happens to them. */
function recordedThreads() {
  const events: string[] = []
  let count = 0
  const start = (): Thread => {
    const id = ++count
    events.push(`start ${id}`)
    const ended = Promise.withResolvers<string>()
    const stop = async () => {
      events.push(`stop ${id}`)
      ended.resolve('api ended with status 0.')
    }
    return { serving: Promise.resolve({ port: 4000 + id }), ended: ended.promise, stop }
  }
  return { events, start }
}

test('an app restarts at each change, after the previous one has stopped', async () => {
  const { events, start } = recordedThreads()
  const changes = changesByHand()
  const app = restartOnChange('api', start, changes, () => {})

  expect(await app.serving).toEqual({ port: 4001 })
  changes.emit()
  await vi.waitFor(() => expect(events).toEqual(['start 1', 'stop 1', 'start 2']))
  await app.stop()

  expect(events).toEqual(['start 1', 'stop 1', 'start 2', 'stop 2'])
})

test('a broken app is reported, and the first one that serves is returned', async () => {
  const lines: string[] = []
  const { start } = recordedThreads()
  const serving = Promise.reject(new Error('a bug'))
  serving.catch(() => {})
  const broken = { serving, ended: Promise.resolve('api broke: a bug'), stop: async () => {} }
  const starts = [() => broken, start]
  const changes = changesByHand()
  const app = restartOnChange(
    'api',
    () => starts.shift()!(),
    changes,
    (line) => lines.push(line),
  )

  await vi.waitFor(() => expect(lines).toEqual(['api broke: a bug It starts again when a source file changes.']))
  changes.emit()
  expect(await app.serving).toEqual({ port: 4001 })
  await app.stop()
})

test('a change of a source file in a nested folder counts; a change of a test does not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carapace-watch-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'nested'))
  const changes = watchSources([folder])
  onTestFinished(changes.close)
  const seen: string[] = []
  const next = changes.next().then(() => seen.push('change'))

  writeFileSync(join(folder, 'nested', 'a.test.ts'), '')
  expect(seen).toEqual([])
  writeFileSync(join(folder, 'nested', 'a.ts'), '')
  await next
  expect(seen).toEqual(['change'])
})
