import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A mistake of the user: only its message is printed. */
export class UsageError extends Error {}

/** Runs a command; a usage error prints one sentence and sets status 2. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (cause) {
    if (!(cause instanceof UsageError) && !isParseError(cause)) throw cause
    console.error((cause as Error).message)
    process.exitCode = 2
  }
}

/** Whether Node's `parseArgs` threw it for unknown options or missing values; they have special codes. */
function isParseError(cause: unknown): boolean {
  return cause instanceof TypeError && String((cause as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')
}

/** Parses a number option; an error names the option if it is not a number or too small. */
export function numberOption(name: string, text: string, least: number): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < least)
    throw new UsageError(`--${name} must be a number of at least ${least}, not "${text}"`)
  return value
}

/** Parses a whole-number option. */
export function countOption(name: string, text: string, least: number): number {
  const value = numberOption(name, text, least)
  if (!Number.isInteger(value)) throw new UsageError(`--${name} must be a whole number, not "${text}"`)
  return value
}

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Parses a duration such as 90s, 10m or 3h; returns ms. */
export function durationOption(name: string, text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim()) ?? []
  if (!amount) throw new UsageError(`--${name} must be a time such as 90s, 10m or 3h, not "${text}"`)
  return Number(amount) * UNITS[unit as keyof typeof UNITS]
}

/** Parses an option with a fixed list of values. */
export function choiceOption<T extends string>(name: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === text)
  if (!choice) throw new UsageError(`--${name} must be ${choices.join(' or ')}, not "${text}"`)
  return choice
}

/** A file relative to the caller's folder: npm runs scripts in the repository root and sets INIT_CWD to that folder. */
export function filePath(name: string): string {
  const { npm_lifecycle_event: script, INIT_CWD: calledFrom } = process.env
  const viaNpm = calledFrom && (script === 'fleet' || script === 'replay')
  return resolve(viaNpm ? calledFrom : process.cwd(), name)
}

/** The running installation, as described in `.carapace/run.json` while it runs. */
interface RunFile {
  ingest_url?: string
  syslog_port?: number
  ingest_key?: string
}

const REPOSITORY = join(import.meta.dirname, '..', '..')

export function readRunFile(path = join(REPOSITORY, '.carapace', 'run.json')): RunFile | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as RunFile) : undefined
}

/** The target for events: from the options, and for the rest from the installation that runs here. */
export function targetOf(
  options: { 'ingest-url'?: string; key?: string },
  run = readRunFile(),
): { url: string; key: string } {
  const url = options['ingest-url'] ?? run?.ingest_url ?? 'http://127.0.0.1:4100'
  const key = options.key ?? run?.ingest_key
  if (!key)
    throw new UsageError(
      'No ingest key: start Carapace first (npm start writes .carapace/run.json), or give --key and --ingest-url',
    )
  if (!URL.canParse(url)) throw new UsageError(`--ingest-url is not an address: "${url}"`)
  return { url, key }
}

/**
 * Aborts at the first SIGINT or SIGTERM. Later signals are ignored: a terminal signals the whole group, and npm
 * forwards the signal once more.
 */
export function stopSignal(): AbortController {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort())
  return stop
}
