/// <reference lib="dom" />
// functions that are passed to the page run there
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll } from 'vitest'

/** Timeout for a page to show the expected content, ms: much longer than needed, since test machines are busy. */
export const timeoutMs = 20_000

/**
 * No calls home; only this host has a name, so that map tiles are as absent as in an air-gapped installation; pages of
 * one profile share a process, and thus its compiled scripts.
 */
const flags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--process-per-site',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE *.localhost',
]

/** WebGL in software costs several times as much as the rest of the browser: only tests that draw maps have it. */
const graphics = {
  webgl: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  none: ['--disable-gpu', '--disable-software-rasterizer'],
} as const

export type Graphics = keyof typeof graphics
export type Screen = 'desktop' | 'phone'

const screens: Record<Screen, BrowserContextOptions> = {
  desktop: { viewport: { width: 1280, height: 720 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
}

/** One browser of each kind per worker: they outlive the file, and end with the process. */
const browsers = new Map<Graphics, Promise<Browser>>()

function browserWith(kind: Graphics): Promise<Browser> {
  const running = browsers.get(kind)
  if (running) return running
  const executablePath = process.env.CHROMIUM_PATH
  if (!executablePath) throw new Error('CHROMIUM_PATH names no browser: `npm test` finds one.')
  const browser = chromium.launch({ executablePath, args: [...flags, ...graphics[kind]] })
  browsers.set(kind, browser)
  return browser
}

interface Profile {
  readonly context: BrowserContext
  /** A page that stays open, so that the process with the compiled scripts does, too. */
  readonly keepAlivePage: Page
  readonly screen: Screen
}

/**
 * The browser profiles of one file's tests, at one address. A profile is given to one visitor at a time and is empty
 * then: the next visitor finds the loaded files in the cache, but no stored data.
 */
export async function openProfiles(url: string, kind: Graphics) {
  const browser = await browserWith(kind)
  const all: Profile[] = []
  const idle: Profile[] = []

  async function open(screen: Screen): Promise<Profile> {
    const context = await browser.newContext(screens[screen])
    context.setDefaultTimeout(timeoutMs)
    const keepAlivePage = await context.newPage()
    await keepAlivePage.goto(`${url}/none.txt`)
    const profile = { context, keepAlivePage, screen }
    all.push(profile)
    return profile
  }

  async function empty({ context, keepAlivePage }: Profile): Promise<void> {
    const others = context.pages().filter((page) => page !== keepAlivePage)
    await Promise.all(others.map((page) => page.close()))
    await context.clearCookies()
    await keepAlivePage.evaluate(() => localStorage.clear())
  }

  afterAll(() => Promise.all(all.map(({ context }) => context.close())))

  return {
    /** A page of a profile that nobody else uses. */
    async page(screen: Screen): Promise<Page> {
      const at = idle.findIndex((profile) => profile.screen === screen)
      const { context } = at < 0 ? await open(screen) : idle.splice(at, 1)[0]!
      return context.newPage()
    },
    /** Closes the visited pages, and empties their profiles. */
    async release(): Promise<void> {
      const used = all.filter((profile) => !idle.includes(profile))
      await Promise.all(used.map(empty))
      idle.push(...used)
    },
  }
}
