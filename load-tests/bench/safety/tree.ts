import { setTimeout as sleep } from 'node:timers/promises'
import type { SignedIn } from '../console/browser.ts'
import { type PageUse, tracePage } from '../console/trace.ts'

const changes = 10
const settleMs = 3_000
/** Between two changes: the results of each are awaited. */
const betweenMs = 1_000

/** The threads of the page of a fault tree while events are added, renamed and removed by keys. */
export async function measureTree({ page, browserDevtools }: SignedIn, address: string): Promise<PageUse> {
  await page.goto(address)
  await page.getByText('61 gates, 1,000 events').waitFor()
  await sleep(settleMs)
  await page.locator('.react-flow__node').first().click()
  return tracePage(browserDevtools, async () => {
    for (let change = 0; change < changes; change++) {
      await page.keyboard.press('n')
      await page.keyboard.type(`New event ${change}`)
      await page.keyboard.press('Enter')
      await sleep(betweenMs)
      await page.keyboard.press('Delete')
      await sleep(betweenMs)
    }
  })
}
