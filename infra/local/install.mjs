// Installs the packages of package-lock.json that are not installed yet. Plain JavaScript: this runs on the machine's
// own Node, which may be too old for TypeScript.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmdirSync, statSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * A running installation touches its lock every second. A lock that has not been touched for this long belongs to a
 * dead process.
 */
const DEAD_AFTER_MS = 10_000

/** Whether this Node is new enough to install and start the Node that the project includes. */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 20 || (major === 20 && minor >= 19)
}

/**
 * The first package that package-lock.json names and node_modules lacks or has in another version; undefined when all
 * are installed. Optional packages may be missing (npm omits those of other platforms, and users may omit them, too).
 * Development packages may not, since the console is built here.
 */
export function firstMissing(root) {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  // npm writes this file last: if it is missing, an installation was interrupted
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  const missing = Object.entries(wanted).find(([path, { version, link, optional, devOptional }]) => {
    if (link || !path.includes('node_modules/')) return false
    if (installed[path] === undefined) return !optional && !devOptional
    return installed[path].version !== version || !existsSync(join(root, path, 'package.json'))
  })
  return missing?.[0].replace(/^.*node_modules\//, '')
}

function packagesOf(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {}
}

/** Runs `work` while no other process installs here. The lock is a folder that its owner keeps touching. */
async function alone(lock, work) {
  while (!taken(lock)) await pause(500)
  const touching = setInterval(() => utimesSync(lock, new Date(), new Date()), 1000)
  try {
    await work()
  } finally {
    clearInterval(touching)
    rmdirSync(lock)
  }
}

function taken(lock) {
  const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
  if (touched !== undefined && Date.now() - touched > DEAD_AFTER_MS) rmdirSync(lock)
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Runs `npm ci`, without install scripts: none is needed (the launcher makes PostgreSQL's links itself). */
async function installLocked(root) {
  const flags = [
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
  ]
  const running = spawn('npm', ['ci', ...flags], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
  let errorOutput = ''
  running.stderr.setEncoding('utf8').on('data', (chunk) => (errorOutput += chunk))
  const [status] = await once(running, 'close')
  if (status !== 0) throw new Error(`The packages could not be installed: npm ci failed.\n${errorOutput.trim()}`)
}

/**
 * Makes node_modules/.bin/node if npm did not. npm 10 omits it, since the packages of other platforms, which it skips,
 * have a program of the same name.
 */
function linkNode(root) {
  const folder = join(root, 'node_modules')
  const link = join(folder, '.bin', 'node')
  if (existsSync(link) || !existsSync(folder)) return
  const packaged = readdirSync(folder).find((name) => /^node-(?:bin-)?(?:darwin|linux)-/.test(name))
  if (packaged === undefined) return
  mkdirSync(join(folder, '.bin'), { recursive: true })
  try {
    symlinkSync(join('..', packaged, 'bin', 'node'), link)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error // another process made it
  }
}

async function install(root) {
  if (!isNewEnough(process.versions.node)) {
    throw new Error(
      `Carapace needs Node.js 20.19 or newer to install itself; this is ${process.versions.node}: see https://nodejs.org.`,
    )
  }
  if (firstMissing(root) === undefined) return

  mkdirSync(join(root, '.carapace'), { recursive: true, mode: 0o711 })
  await alone(join(root, '.carapace', 'installing'), async () => {
    const missing = firstMissing(root) // another process may have installed it while we waited
    if (missing === undefined) return
    console.log(`Installing the packages that package-lock.json names (npm ci), since ${missing} is not there yet.`)
    await installLocked(root)
  })
}

const [, script, root] = process.argv
if (script === import.meta.filename && root) {
  try {
    await install(root)
    linkNode(root)
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
