import './node-24.ts'

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

import { type Mutant, mutantsOf } from './mutate/mutants.ts'

/**
 * Mutation testing of the files you work on: `npm run mutate -- FILE [FILE …] [TEST …]`. Makes many small changes in
 * each file, one at a time, runs the tests, and prints the changes that no test detected. Without a TEST it uses the
 * file's own tests, or else all tests in its folder. The exit code is 1 if a change was not detected.
 */
const root = resolve(import.meta.dirname, '../..')
/** The maximum number of changes for each file: larger files are sampled evenly, so that a run stays short. */
const mostMutants = 120

const isTest = (path: string) => /\.test\.tsx?$/.test(path)

function testsOf(file: string): string[] {
  const own = file.replace(/\.tsx?$/, '.test.ts')
  const candidates = [own, `${own}x`].filter((path) => existsSync(path))
  return candidates.length > 0 ? candidates : globSync(join(dirname(file), '*.test.{ts,tsx}'))
}

type Outcome = 'passed' | 'failed' | 'timed out'

async function run(tests: readonly string[], timeout: number): Promise<Outcome> {
  // threads end with their process, even when a change made a loop endless
  const args = ['run', '--pool=threads', '--bail=1', '--reporter=dot', '--root', root, ...tests]
  const vitest = spawn(join(root, 'node_modules/.bin/vitest'), args, {
    stdio: 'ignore',
    timeout,
    killSignal: 'SIGKILL',
  })
  const [status] = (await once(vitest, 'exit')) as [number | null]
  if (status === null) return 'timed out'
  return status === 0 ? 'passed' : 'failed'
}

/** At most `mostMutants` of the changes, evenly spread over the file. */
function sampled(mutants: readonly Mutant[]): readonly Mutant[] {
  const step = Math.max(1, mutants.length / mostMutants)
  return mutants.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step))
}

function placeOf(code: string, { from, to, text }: Mutant): string {
  const line = code.slice(0, from).split('\n').length
  return `${line}: ${code.slice(from, to)}  =>  ${text === '' ? '(nothing)' : text}`
}

/** Tries every change of a file and returns how many no test detected. Always restores the file. */
async function mutate(file: string, given: readonly string[]): Promise<number> {
  const name = relative(root, file)
  const tests = given.length > 0 ? given : testsOf(file)
  if (tests.length === 0) throw new Error(`${name} has no tests beside it: name them behind it.`)
  const code = readFileSync(file, 'utf8')
  const all = mutantsOf(code, file.endsWith('x') ? 'tsx' : 'ts')
  const mutants = sampled(all)
  console.log(`\n${name}: ${mutants.length} of ${all.length} changes, ${tests.length} test files`)

  const began = performance.now()
  if ((await run(tests, 600_000)) !== 'passed') throw new Error(`The tests of ${name} fail without any change.`)
  const timeout = Math.round(3 * (performance.now() - began)) + 10_000

  const restore = () => writeFileSync(file, code)
  const stop = () => process.exit(130)
  process.on('exit', restore).on('SIGINT', stop).on('SIGTERM', stop)
  let survived = 0
  for (const mutant of mutants) {
    writeFileSync(file, code.slice(0, mutant.from) + mutant.text + code.slice(mutant.to))
    const outcome = await run(tests, timeout)
    if (outcome === 'passed') console.log(`  unnoticed  ${name}:${placeOf(code, mutant)}`)
    survived += outcome === 'passed' ? 1 : 0
  }
  restore()
  process.off('exit', restore).off('SIGINT', stop).off('SIGTERM', stop)
  console.log(`  ${mutants.length - survived} noticed, ${survived} unnoticed`)
  return survived
}

const paths = process.argv.slice(2).map((path) => resolve(process.env.INIT_CWD ?? process.cwd(), path))
const files = paths.filter((path) => !isTest(path))
const missing = paths.find((path) => !existsSync(path))
if (files.length === 0 || missing !== undefined) {
  console.error(missing ? `${missing} does not exist.` : 'npm run mutate -- FILE [FILE …] [TEST …]')
  process.exit(2)
}
let unnoticed = 0
for (const file of files) unnoticed += await mutate(file, paths.filter(isTest))
process.exit(unnoticed > 0 ? 1 : 0)
