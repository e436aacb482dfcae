import './node-24.ts'

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { scaleServers, testServers } from './test/servers.ts'
import { dependencyRules, program, vitest } from './test/steps.ts'
import type { Outcome, Step } from './test/steps.ts'
import { findChromium } from './test/find-chromium.ts'

const root = resolve(import.meta.dirname, '../..')
process.chdir(root)

/** The steps, by the argument in package.json that selects them; without an argument all of them run. */
const plans: Readonly<Record<string, (scratch: string) => Iterable<Step> | AsyncIterable<Step>>> = {
  all: allSteps,
  check: checkSteps,
  unit: unitSteps,
  changed: changedSteps,
}

/**
 * Every check, in the order in which a failure is cheapest to read. The checks after a failed one still run.
 */
async function* allSteps(scratch: string): AsyncGenerator<Step> {
  yield* checkSteps()
  yield* unitSteps(scratch)

  const servers = await testServers(scratch)
  try {
    yield* serverSteps(servers, scratch)
  } finally {
    await servers[Symbol.asyncDispose]()
  }
}

/** The static checks: types, format, lint, import rules, dead code. */
function* checkSteps(): Generator<Step> {
  yield program('Types', 'turbo', ['run', 'check', '--continue=always', '--output-logs=errors-only', '--ui=stream'])
  yield program('Format', 'prettier', ['--check', '--log-level', 'warn', '.'])
  yield program('Lint', 'oxlint', ['--type-aware'])
  yield dependencyRules('Architecture')
  yield program('Dead code', 'knip', ['--no-progress'])
}

function* unitSteps(scratch: string): Generator<Step> {
  yield vitest('Unit tests', 'unit*', scratch)
}

/** The unit tests that import a file which differs from the last commit. */
function* changedSteps(scratch: string): Generator<Step> {
  yield vitest('Unit tests of what changed', 'unit*', scratch, { options: ['--changed', '--passWithNoTests'] })
  console.log('\nTests with a database or a browser are not among these: npm test runs all.')
}

async function* serverSteps(servers: Awaited<ReturnType<typeof testServers>>, scratch: string): AsyncGenerator<Step> {
  for (const { name, url, again } of servers.list)
    yield vitest(`Database tests, ${name}`, 'db', scratch, { env: { TEST_DATABASE_URL: url }, again })
  for (const sentence of servers.skipped) console.log(`\n${sentence}`)

  const { url } = servers.list[0]!
  yield* scaleSteps(url, scratch)

  const chromium = findChromium(process.env, 'headless')
  if (chromium === undefined)
    console.log('\nBrowser tests are left out: no Chromium was found (CHROMIUM_PATH names one).')
  else yield vitest('Browser tests', 'browser', scratch, { env: { CHROMIUM_PATH: chromium, TEST_DATABASE_URL: url } })
}

async function* scaleSteps(databaseUrl: string, scratch: string): AsyncGenerator<Step> {
  const servers = await scaleServers(scratch)
  try {
    for (const sentence of servers.skipped) console.log(`\n${sentence}`)
    if (Object.keys(servers.env).length > 0)
      yield vitest('Scale tests', 'scale', scratch, { env: { ...servers.env, TEST_DATABASE_URL: databaseUrl } })
  } finally {
    await servers[Symbol.asyncDispose]()
  }
}

async function runPlan(plan: string): Promise<Outcome> {
  const scratch = mkdtempSync(join(tmpdir(), 'carapace-test-'))
  const total = { passed: 0, failed: 0, notes: [] as string[] }
  try {
    for await (const step of plans[plan]!(scratch)) {
      if (stopped) break
      const { passed, failed, notes } = await report(step)
      total.passed += passed
      total.failed += failed
      total.notes.push(...notes.map((note) => `${step.name}: ${note}`))
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return total
}

async function report(step: Step): Promise<Outcome> {
  console.log(`\n== ${step.name}`)
  const began = Date.now()
  const outcome = await step.run()
  for (const line of slowestLines(outcome)) console.log(line)
  const took = `${outcome.failed === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - began) / 1000).toFixed(1)} s`
  const again = outcome.retried === undefined ? '' : `, second attempts: ${outcome.retried}`
  console.log(`== ${step.name}: ${took}${again}`)
  return outcome
}

/** Lines for the slowest files, so that a slow increase of the run time becomes visible. */
function slowestLines({ slowest = [] }: Outcome): string[] {
  if (slowest.length === 0) return []
  return ['Slowest files:', ...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`)]
}

/** A terminal's Ctrl-C ends the running step; we stop the servers. */
let stopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (stopped = true))

const { passed, failed, notes } = await runPlan(process.argv[2] ?? 'all')
if (notes.length > 0) console.log(`\nTo look at:\n${notes.join('\n')}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 && !stopped ? 0 : 1)
