import type { Severity } from '@carapace/shared/msoc/severity'
import { expect, test } from 'vitest'
import { alarm, toneEveryMs } from './alarm.ts'

/** An alarm's dependencies, with a clock that the test controls. */
function world() {
  const played: (readonly [at: number, severity: Severity])[] = []
  let now = 0
  let due: { readonly at: number; readonly run: () => void } | undefined
  const { raised, close } = alarm({
    now: () => now,
    after: (ms, run) => {
      due = { at: now + ms, run }
      return () => (due = undefined)
    },
    play: (severity) => played.push([now, severity]),
  })
  const goTo = (at: number) => {
    if (due && due.at <= at) {
      const { at: then, run } = due
      due = undefined
      now = then
      run()
    }
    now = at
  }
  return { played, raised, close, goTo }
}

test('[WALL-8] the first alert sounds at once', () => {
  const { played, raised } = world()
  raised('high')
  expect(played).toEqual([[0, 'high']])
})

test('[WALL-8] alerts within five seconds of a tone are one more tone, for the worst of them', () => {
  const { played, raised, goTo } = world()
  raised('high')
  goTo(1_000)
  raised('high')
  raised('critical')
  raised('high')
  goTo(20_000)
  expect(played).toEqual([
    [0, 'high'],
    [toneEveryMs, 'critical'],
  ])
  raised('high')
  expect(played.at(-1)).toEqual([20_000, 'high'])
})

test('[WALL-8] a closed wall is silent', () => {
  const { played, raised, close, goTo } = world()
  raised('high')
  raised('critical')
  close()
  goTo(20_000)
  expect(played).toEqual([[0, 'high']])
})
