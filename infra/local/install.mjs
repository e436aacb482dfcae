// Installs the packages that package-lock.json names, when they are not there yet. Plain JavaScript: this runs on the
// machine's own
// Node, which may be too old for TypeScript.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * A running installation touches its lock every second; one that has not been touched for this long belongs to a dead
 * process.
 */
const DEAD_AFTER_MS = 10_000

/** Whether this Node can install and start the one that the project brings along. */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 20 || (major === 20 && minor >= 19)
}

/**
 * The first package that package-lock.json names and node_modules lacks or holds in another version; undefined when all
 * is there. Optional packages may be missing (npm leaves out those of other platforms, and so may you); development
 * packages may not, since the console is built here.
 */
export function firstMissing(root) {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  // npm writes it last: without it, an installation broke off
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

/** Runs `work` while no other process installs here; the lock is a folder that its owner keeps touching. */
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

/**
 * `npm ci`; or, where npm refuses it (npm 11 does when the registry in use lacks an optional package of another
 * platform), what differs from it only in that: the same versions with the same checksums, and the lock file left
 * alone.
 */
async function installLocked(root) {
  const ci = await npm(root, 'ci')
  if (ci.status === 0) return
  console.log('npm ci refuses (it says why below); trying npm install with the same versions.')
  console.log(ci.said.trim().split('\n').slice(0, 8).join('\n'))
  const { status, said } = await npm(root, 'install', '--no-save')
  if (status !== 0) throw new Error(`The packages could not be installed:\n${said}`)
}

/** No package's install script is needed (the launcher makes PostgreSQL's links itself), so none is run. */
function npm(root, ...command) {
  const flags = [
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
  ]
  return new Promise((resolve, reject) => {
    const running = spawn('npm', [...command, ...flags], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    running.stderr.setEncoding('utf8').on('data', (chunk) => (said += chunk))
    running.on('error', reject)
    running.on('close', (status) => resolve({ status, said }))
  })
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
  await install(root).catch((error) => {
    console.error(error.message)
    process.exit(1)
  })
}
