import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'

/**
 * WebGL in software, as on any machine that measures. The browser sends no telemetry and resolves no host name but this
 * one, so that it never gets a map tile.
 */
const flags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]

export const viewport = { width: 1600, height: 900 }

export interface SignedIn {
  readonly page: Page
  /** DevTools session of the page, and of the browser. */
  readonly devtools: CDPSession
  readonly browserDevtools: CDPSession
}

export function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: flags })
}

/** Opens a page that is signed in as the token's user. `prepare` runs in it before the console does. */
export async function openSignedIn(
  browser: Browser,
  url: string,
  token: string,
  prepare: () => void,
): Promise<SignedIn> {
  const session = await fetch(`${url}/api/v2/auth/session`, { headers: { 'access-token': token } })
  const { user } = (await session.json()) as { user: object }
  const context = await browser.newContext({ viewport })
  await context.addInitScript(
    (kept) => localStorage.setItem('carapace.user', kept),
    JSON.stringify({ ...user, access_token: token }),
  )
  await context.addInitScript(prepare)
  const page = await context.newPage()
  return { page, devtools: await context.newCDPSession(page), browserDevtools: await browser.newBrowserCDPSession() }
}

/** The size of the JavaScript heap after a garbage collection, MB. */
export async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}
