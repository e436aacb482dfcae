import { readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

const folder = join(import.meta.dirname, 'scripts')

/** The names of all scripts. */
export const scripts: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => basename(file, '.ts'))
  .sort()

export const usage = `npm run load -- NAME [OPTION…] [k6's options]     puts load on a running installation

  NAME            ${scripts.join(', ')}
  --data DIR      data folder of the installation         (default: .carapace)
  --report DIR    where summary.html and summary.json go  (default: load-tests/NAME-TIME in the data folder)
  -e NAME=VALUE   a script's size: docs/load-tests.md lists them

To use an installation elsewhere, set API_URL, INGEST_URL, INGEST_KEY, EMAIL and PASSWORD. The exit status is k6's:
0, or 99 if a limit was missed.`

export interface Options {
  readonly name: string
  /** An absolute path, like reportDir. */
  readonly script: string
  readonly dataDir: string
  readonly reportDir: string
  readonly k6Options: readonly string[]
}

/** Parses the command line: our options, and k6's unchanged. Returns a sentence if it is invalid. */
export function readOptions(
  args: readonly string[],
  { cwd, root, now }: { cwd: string; root: string; now: Date },
): Options | string {
  const own: Record<string, string> = {}
  const rest: string[] = []
  for (let at = 0; at < args.length; at++) {
    const [, option, value] = /^--(data|report)(?:=(.*))?$/s.exec(args[at]!) ?? []
    if (option === undefined) rest.push(args[at]!)
    else own[option] = value ?? args[++at] ?? ''
    if (option !== undefined && own[option] === '') return `--${option}: name a folder.`
  }
  const [name, ...k6Options] = rest
  if (name === undefined || !scripts.includes(name))
    return `${name === undefined ? 'Name a script' : `There is no script ${name}`}: ${scripts.join(', ')}.`
  const dataDir = own.data === undefined ? resolve(root, '.carapace') : resolve(cwd, own.data)
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const reportDir =
    own.report === undefined ? join(dataDir, 'load-tests', `${name}-${stamp}`) : resolve(cwd, own.report)
  return { name, script: join(folder, `${name}.ts`), dataDir, reportDir, k6Options }
}
