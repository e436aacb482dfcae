import { loadavg } from 'node:os'
import type { Browser } from 'playwright-core'
import { findChromium } from '@carapace/infra/local/test/find-chromium.ts'
import { measureTable } from './agreement/table.ts'
import { twoSides } from './agreement/two-sides.ts'
import { launch, openSignedIn } from './console/browser.ts'
import { startInstallation } from './support/installation.ts'
import { reportTime } from './support/timed-calls.ts'

/**
 * An interface agreement of 64 rows and all 21 columns in the browsers of both sides: the longest task of the main
 * thread while cells are typed, toggled and moved through, the frames while it is scrolled, and the way of a sent cell
 * to the other side's screen. Exits with 1 if a limit is missed.
 */
const frameMs = 1_000 / 60
const taskLimitMs = frameMs
const otherSideLimitMs = 500

const chromium = findChromium(process.env, 'whole')
if (chromium) await run(chromium)
else {
  console.log('Nothing was measured: there is no Chromium on the PATH, and CHROMIUM_PATH names none.')
  process.exitCode = 1
}

async function run(executablePath: string): Promise<void> {
  const installation = await startInstallation()
  const { url, database_url: databaseUrl } = installation.run
  let browser: Browser | undefined
  try {
    const { tokens, address } = await twoSides(url, databaseUrl)
    browser = await launch(executablePath)
    const [one, other] = await Promise.all(tokens.map((token) => openSignedIn(browser!, url, token, () => undefined)))
    console.log(`An agreement of 64 rows and 21 columns; load ${loadavg()[0]!.toFixed(1)} at the start`)

    const { moving, typing, scrolling, otherSideMs } = await measureTable(one!, other!, `${url}${address}`)
    reportTime('the longest task while the cursor moves, thread time', moving.main.longestMs, taskLimitMs)
    reportTime('the longest task while cells are typed and toggled, thread time', typing.main.longestMs, taskLimitMs)
    console.log(`  main thread: ${share(moving)} busy while moving, ${share(typing)} while typing`)
    reportTime('between two frames while scrolling, 95th percentile', scrolling.slowMs, 1.5 * frameMs)
    console.log(`  frames a second while scrolling: ${scrolling.framesPerSecond.toFixed(1)}`)
    reportTime("a sent cell is on the other side's screen, 95th percentile of 10", otherSideMs, otherSideLimitMs)
  } finally {
    await browser?.close()
    await installation.stop()
  }
}

function share({ main, seconds }: { readonly main: { readonly cpuMs: number }; readonly seconds: number }): string {
  return `${Math.round(main.cpuMs / seconds / 10)} %`
}
