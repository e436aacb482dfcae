import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { readIfThere } from '../installation/secrets.ts'
import type { Tally } from './tally.ts'

/** The result of a step; a step that is not a test run has only counts and notes. */
export type Outcome = Pick<Tally, 'passed' | 'failed' | 'notes'> & Partial<Tally>

export interface Step {
  name: string
  run: () => Promise<Outcome>
}

/** With fewer modules than this, dependency-cruiser could not parse the sources; it passes in that case. */
const FEWEST_MODULES = 30

/** A check whose result is a program's exit status. */
export function program(name: string, command: string, args: string[]): Step {
  return { name, run: async () => outcomeOf((await runTool(command, args)).status === 0) }
}

/** Checks the import rules of .dependency-cruiser.cjs, and that dependency-cruiser has seen the modules. */
export function dependencyRules(name: string): Step {
  const args = [
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    'apps',
    'packages',
    'infra',
    'load-tests',
  ]
  return {
    name,
    run: async () => {
      const { printed } = await runTool('depcruise', args, { capture: true })
      const { summary } = parsed(printed) ?? { summary: undefined }
      if (summary === undefined) return reportOutcome(false, printed || 'dependency-cruiser printed nothing.')
      for (const { rule, from, to } of summary.violations)
        console.log(`${rule.severity} ${rule.name}: ${from} -> ${to}`)
      if (summary.totalCruised <= FEWEST_MODULES)
        return reportOutcome(false, `Only ${summary.totalCruised} modules were seen: is the parser set to swc?`)
      return reportOutcome(summary.error === 0, `${summary.totalCruised} modules, ${summary.error} broken rules.`)
    },
  }
}

interface VitestOptions {
  readonly env?: NodeJS.ProcessEnv
  /** The project already ran on another server: only server-dependent tests run (see vitest.config.ts). */
  readonly again?: boolean
  /** More command line options. */
  readonly options?: readonly string[]
}

/** Runs the projects of vitest.config.ts that match a pattern; the result counts each test. */
export function vitest(
  name: string,
  project: string,
  scratch: string,
  { env = {}, again = false, options = [] }: VitestOptions = {},
): Step {
  const file = join(scratch, `${name.replaceAll(/\W+/g, '-')}.json`)
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    `--reporter=${join(import.meta.dirname, 'tally.ts')}`,
    ...options,
  ]
  return {
    name,
    run: async () => {
      const { status } = await runTool('vitest', args, {
        env: { ...env, TEST_TALLY: file, ...(again && { TESTED_BEFORE: '1' }) },
      })
      const tally = parsed(readIfThere(file) ?? '') as Tally | undefined
      if (status === 0 && tally) return tally
      return {
        passed: tally?.passed ?? 0,
        failed: Math.max(1, tally?.failed ?? 0),
        notes: [...(tally?.notes ?? []), `vitest ended with status ${status}`],
        retried: tally?.retried,
        slowest: tally?.slowest,
      }
    },
  }
}

function outcomeOf(isGood: boolean): Outcome {
  return isGood ? { passed: 1, failed: 0, notes: [] } : { passed: 0, failed: 1, notes: ['failed'] }
}

function reportOutcome(isGood: boolean, sentence: string): Outcome {
  console.log(sentence)
  return outcomeOf(isGood)
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- reports of other tools, read for a few numbers
function parsed(json: string): any {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Runs a tool of this workspace on this Node, not on the `node` on the PATH; no tool sends telemetry. */
async function runTool(
  command: string,
  args: string[],
  { env = {}, capture = false }: { env?: NodeJS.ProcessEnv; capture?: boolean } = {},
) {
  const silence = { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', NO_UPDATE_NOTIFIER: '1' }
  const tool = spawn(process.execPath, [binOf(command), ...args], {
    env: { ...process.env, ...silence, ...env },
    stdio: ['ignore', capture ? 'pipe' : 'inherit', 'inherit'],
  })
  let printed = ''
  tool.stdout?.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk))
  const [status] = (await once(tool, 'close')) as [number | null]
  return { status, printed }
}

const PACKAGES: Record<string, string> = { depcruise: 'dependency-cruiser' }

function binOf(command: string): string {
  const folder = join('node_modules', PACKAGES[command] ?? command)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>
  }
  return join(folder, typeof bin === 'string' ? bin : bin[command]!)
}
