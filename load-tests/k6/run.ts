import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findK6, howToGetK6 } from './find-k6.ts'
import { type Options, readOptions, usage } from './options.ts'
import { findSubject, type Subject } from './subject.ts'

const root = resolve(import.meta.dirname, '../..')
const args = process.argv.slice(2)

process.exitCode = args.length === 0 || args.includes('--help') ? printStatus(usage, 0) : await load()

/** Runs a script against a running installation; returns k6's exit status, or 2 if it cannot run. */
async function load(): Promise<number> {
  const options = readOptions(args, { cwd: process.env.INIT_CWD ?? '.', root, now: new Date() })
  if (typeof options === 'string') return printStatus(options, 2)
  const k6 = findK6(process.env)
  if (k6 === undefined) return printStatus(howToGetK6, 2)
  const subject = await findSubject(process.env, options.dataDir).catch(
    (error: Error) => `The installation can't be used: ${error.message}`,
  )
  if (typeof subject === 'string') return printStatus(subject, 2)
  try {
    mkdirSync(options.reportDir, { recursive: true })
    const status = await runK6(k6, options, subject)
    return printStatus(
      `The report is ${join(options.reportDir, 'summary.html')}, its figures are in summary.json beside it.`,
      status,
    )
  } finally {
    await subject.leave()
  }
}

/** Secrets are passed in the environment: any user of the machine can read a command line. */
async function runK6(
  k6: string,
  { script, reportDir, k6Options }: Options,
  { apiUrl, ingestUrl, ingestKey, people }: Subject,
): Promise<number> {
  const env = {
    ...process.env,
    API_URL: apiUrl,
    INGEST_URL: ingestUrl,
    INGEST_KEY: ingestKey,
    PEOPLE: JSON.stringify(people),
    REPORT_DIR: reportDir,
  }
  const child = spawn(k6, ['run', '--no-usage-report', ...k6Options, script], { stdio: 'inherit', env })
  process.on('SIGINT', () => undefined) // the terminal also signals k6, which then ends and reports
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const [status] = (await once(child, 'exit')) as [number | null]
  return status ?? 1
}

function printStatus(sentence: string, status: number): number {
  console[status === 0 || status === 99 ? 'log' : 'error'](sentence)
  return status
}
