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

/**
 * Every check there is, in the order in which a failure is cheapest to read. One that fails doesn't keep the others
 * from running.
 */
async function* steps(scratch: string): AsyncGenerator<Step> {
  yield program('Types', 'turbo', ['run', 'check', '--continue=always', '--output-logs=errors-only', '--ui=stream'])
  yield program('Format', 'prettier', ['--check', '--log-level', 'warn', '.'])
  yield program('Lint', 'oxlint', ['--type-aware'])
  yield dependencyRules('Architecture')
  yield program('Dead code', 'knip', ['--no-progress'])
  yield vitest('Unit tests', 'unit', scratch)

  const servers = await testServers(scratch)
  try {
    yield* serverSteps(servers, scratch)
  } finally {
    await servers[Symbol.asyncDispose]()
  }
}

async function* serverSteps(servers: Awaited<ReturnType<typeof testServers>>, scratch: string): AsyncGenerator<Step> {
  for (const { name, url, again } of servers.list)
    yield vitest(`Database tests, ${name}`, 'db', scratch, { TEST_DATABASE_URL: url }, again)
  for (const sentence of servers.skipped) console.log(`\n${sentence}`)

  const { url } = servers.list[0]!
  yield* scaleSteps(url, scratch)

  const chromium = findChromium(process.env)
  if (chromium === undefined)
    console.log('\nBrowser tests are left out: no Chromium was found (CHROMIUM_PATH names one).')
  else yield vitest('Browser tests', 'browser', scratch, { CHROMIUM_PATH: chromium, TEST_DATABASE_URL: url })
}

async function* scaleSteps(databaseUrl: string, scratch: string): AsyncGenerator<Step> {
  const servers = await scaleServers(scratch)
  try {
    for (const sentence of servers.skipped) console.log(`\n${sentence}`)
    if (Object.keys(servers.env).length > 0)
      yield vitest('Scale tests', 'scale', scratch, { ...servers.env, TEST_DATABASE_URL: databaseUrl })
  } finally {
    await servers[Symbol.asyncDispose]()
  }
}

async function runAll(): Promise<Outcome> {
  const scratch = mkdtempSync(join(tmpdir(), 'carapace-test-'))
  const total = { passed: 0, failed: 0, notes: [] as string[] }
  try {
    for await (const step of steps(scratch)) {
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
  console.log(
    `== ${step.name}: ${outcome.failed === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - began) / 1000).toFixed(1)} s`,
  )
  return outcome
}

/** A terminal's Ctrl-C ends the step that runs; the servers are ours to stop. */
let stopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (stopped = true))

const { passed, failed, notes } = await runAll()
if (notes.length > 0) console.log(`\nTo look at:\n${notes.join('\n')}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 && !stopped ? 0 : 1)
