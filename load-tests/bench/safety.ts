import { loadavg } from 'node:os'
import type { Browser } from 'playwright-core'
import postgres from 'postgres'
import { findChromium } from '@carapace/infra/local/test/find-chromium.ts'
import { launch, openSignedIn } from './console/browser.ts'
import { largeFmea, largeTree } from './safety/large-program.ts'
import { measureTree } from './safety/tree.ts'
import { measureWorksheet } from './safety/worksheet.ts'
import { startInstallation } from './support/installation.ts'
import { callsOf, reportTime } from './support/timed-calls.ts'
import { openViewerSession } from './support/viewer-session.ts'

/**
 * An FMEA of 2,000 lines and a fault tree of 1,000 events in the browser: the duration of opening the worksheet, of a
 * cell's way to a colleague's screen and of pasting 500 x 8 cells, and the longest task of the page's main thread while
 * the tree is changed. Exits with 1 if a limit is missed.
 */
const openLimitMs = 500
const colleagueLimitMs = 500
const pasteLimitMs = 1_000
const taskLimitMs = 50

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
    const token = await openViewerSession(databaseUrl)
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
    await sql`UPDATE users SET role = 'ENGINEER' WHERE email = 'load-test@carapace.example'`
    await sql.end()
    const calls = callsOf(url, token)
    const fmea = await largeFmea(calls)
    const tree = await largeTree(calls)
    browser = await launch(executablePath)
    const [one, other] = await Promise.all([1, 2].map(() => openSignedIn(browser!, url, token, () => undefined)))
    console.log(`An FMEA of 2,000 lines, a fault tree of 1,000 events; load ${loadavg()[0]!.toFixed(1)} at the start`)

    const { openMs, colleagueMs, pasteMs } = await measureWorksheet(one!, other!, `${url}${fmea}`)
    reportTime('the worksheet opens, median of 5', openMs, openLimitMs)
    reportTime("a cell is on the colleague's screen, 95th percentile of 20", colleagueMs, colleagueLimitMs)
    reportTime('500 x 8 cells are pasted and stored', pasteMs, pasteLimitMs)
    const { main, workers } = await measureTree(one!, `${url}${tree}`)
    reportTime('the longest task while the tree is changed, thread time', main.longestMs, taskLimitMs)
    console.log(`  main thread: ${Math.round(main.cpuMs)} ms, ${main.over50} tasks over ${taskLimitMs} ms`)
    for (const { name, cpuMs } of workers.slice(0, 2)) console.log(`  ${name}: ${Math.round(cpuMs)} ms`)
  } finally {
    await browser?.close()
    await installation.stop()
  }
}
