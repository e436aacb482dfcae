import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The engine without windows: tests need half as much processor time with it, and benchmarks want what people use. */
const HEADLESS = 'chromium-headless-shell'
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** A Chromium: the program in CHROMIUM_PATH, or the first on the PATH; undefined if there is none. */
export function findChromium(env: NodeJS.ProcessEnv, preferred: 'headless' | 'whole'): string | undefined {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH
  const names = preferred === 'headless' ? [HEADLESS, ...WHOLE] : [...WHOLE, HEADLESS]
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), MAC].find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
