import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { findChromium } from '@carapace/infra/local/test/find-chromium.ts'
import { launch, openSignedIn } from './console/browser.ts'
import { movingFleet } from './console/fleet.ts'
import { countDraws, measureMap } from './console/map.ts'
import { measureQueue } from './console/queue.ts'
import { printMapReport, printQueueReport, printWallReport } from './console/report.ts'
import type { SiteOptions, SiteReady } from './console/site.ts'
import { measureWall } from './console/wall.ts'
import { startInstallation } from './support/installation.ts'
import { openViewerSession } from './support/viewer-session.ts'

/**
 * The cost of the console in the viewer's browser, by the browser's own accounting of threads: wall time would measure
 * the software that replaces a graphics card. `--page map` is a fleet whose moving vehicles are drawn one by one,
 * `queue` a full alert queue, `wall` the wall display.
 */
const pages = ['map', 'queue', 'wall'] as const
const { values } = parseArgs({
  options: {
    page: { type: 'string', default: 'map' },
    vehicles: { type: 'string', default: '50000' },
    changes: { type: 'string', default: '200' },
    alerts: { type: 'string' },
    seconds: { type: 'string', default: '20' },
  },
})
const shown = pages.find((page) => page === values.page)
if (!shown) throw new Error(`--page is one of ${pages.join(', ')}`)
const [vehicles, changes, seconds] = [values.vehicles, values.changes, values.seconds].map(Number) as [
  number,
  number,
  number,
]
const alerts = Number(values.alerts ?? (shown === 'queue' ? 100_000 : 2_000))
if (
  ![vehicles, changes, seconds, alerts].every((given) => Number.isInteger(given) && given >= 0) ||
  vehicles < 1 ||
  seconds < 1 ||
  alerts < 1
) {
  throw new Error('--vehicles, --changes, --alerts and --seconds must be whole numbers')
}

const chromium = findChromium(process.env, 'whole')
if (chromium) process.exitCode = (await run(chromium)) ? 0 : 1
else {
  console.log('Nothing was measured: there is no Chromium on the PATH, and CHROMIUM_PATH names none.')
  process.exitCode = 1
}

async function run(executablePath: string): Promise<boolean> {
  const installation = await startInstallation()
  const site = fork(join(import.meta.dirname, 'console/site.ts'), { env: { ...process.env, LOG_LEVEL: 'warn' } })
  let browser: Browser | undefined
  try {
    const fleetAt = Date.now()
    const databaseUrl = installation.run.database_url
    // the queue is opened, filtered and scrolled without changes: they would move the rows that are looked for
    site.send({
      databaseUrl,
      vehicles: shown === 'queue' ? Math.min(vehicles, 5_000) : vehicles,
      alerts,
      changes: shown === 'queue' ? 0 : changes,
      fleetAt,
    } satisfies SiteOptions)
    const [{ url }] = (await Promise.race([once(site, 'message'), ended(site)])) as [SiteReady]
    const token = await openViewerSession(databaseUrl)
    browser = await launch(executablePath)
    const signedIn = await openSignedIn(browser, url, token, countDraws)
    const load = loadavg()[0]!
    console.log(
      `${vehicles} vehicles at 1 Hz, ${alerts} alerts, ${shown === 'queue' ? 0 : changes} changes of ` +
        `alerts a second; ${cpus().length} cores, load ${load.toFixed(1)} at the start`,
    )
    if (shown === 'map') return printMapReport(await measureMap(signedIn, url, movingFleet(vehicles, fleetAt), seconds))
    if (shown === 'wall') return printWallReport(await measureWall(signedIn, url, seconds, () => restart(site)))
    return printQueueReport(await measureQueue(signedIn, url, token))
  } finally {
    await browser?.close()
    if (site.connected) site.disconnect()
    await installation.stop()
  }
}

async function restart(site: ReturnType<typeof fork>): Promise<void> {
  site.send('restart')
  await Promise.race([once(site, 'message'), ended(site)])
}

async function ended(site: ReturnType<typeof fork>): Promise<never> {
  const [status] = (await once(site, 'exit')) as [number | null]
  throw new Error(`the site ended with status ${status}`)
}
