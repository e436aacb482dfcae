import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * The Chromium for the browser tests: the program in CHROMIUM_PATH, or the first on the PATH; undefined if there is
 * none.
 */
export function findChromium(env: NodeJS.ProcessEnv): string | undefined {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), MAC].find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
