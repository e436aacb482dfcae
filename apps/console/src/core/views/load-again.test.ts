import { expect, test } from 'vitest'
import { loadAgainMs } from './load-again.ts'

test('[VIEW-UI-6] views that did not load are requested again until they are there', () => {
  expect([loadAgainMs(undefined), loadAgainMs([])]).toEqual([5_000, false])
})
