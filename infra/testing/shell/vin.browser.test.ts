/// <reference lib="dom" />
// functions that are passed to a page run there
import { expect, test } from 'vitest'

import { postFleet, startConsole } from '../support/browser/browser.ts'
import { alerts, rowOf } from '../support/browser/queue.ts'

const { site, visit } = await startConsole()

test('[VIN-UI-1] a VIN without enough room keeps its last characters, in their order', async () => {
  const org = await site.organisation('Alpha')
  const [vin] = await postFleet(site, org)
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(alerts)
  const shown = rowOf(page, vin!).locator('.c-vin')
  expect(await shown.textContent()).toBe(vin)
  const { box, characters } = await shown.evaluate((element: HTMLElement) => {
    element.style.width = '5ch'
    const text = element.querySelector('bdi')!.firstChild!
    const edgesOf = ({ left, right }: DOMRect) => ({ left, right })
    const characters = Array.from(text.textContent!, (_, at) => {
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return edgesOf(range.getBoundingClientRect())
    })
    return { box: edgesOf(element.getBoundingClientRect()), characters }
  })
  expect(characters).toHaveLength(vin!.length)
  expect(characters.map(({ left }) => left)).toEqual(characters.map(({ left }) => left).toSorted((a, b) => a - b))
  const isInside = ({ left, right }: { left: number; right: number }) => left >= box.left - 1 && right <= box.right + 1
  expect(characters.slice(-4).map(isInside)).toEqual([true, true, true, true])
  expect(characters.slice(0, -5).some(isInside)).toBe(false)
})
