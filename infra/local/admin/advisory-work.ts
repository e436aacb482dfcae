import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import {
  privateKeyOf,
  readAdvisoryKeys,
  textOfPublicKey,
} from '@carapace/api/src/vulnerability/advisories/bundle-format.ts'
import { importBundle } from '@carapace/api/src/vulnerability/advisories/bundle-import.ts'
import { packBundle } from '@carapace/api/src/vulnerability/advisories/bundle-pack.ts'
import { type DatasetRow, listDatasets } from '@carapace/api/src/vulnerability/advisories/datasets.queries.ts'
import { type FileImport, importFile } from '@carapace/api/src/vulnerability/advisories/import-file.ts'
import { isBundle } from '@carapace/api/src/vulnerability/advisories/is-bundle.ts'
import { importShipped } from '@carapace/api/src/vulnerability/advisories/shipped.ts'
import { Failure } from '@carapace/shared/core/failure'
import { type Dataset, datasets } from '@carapace/shared/vulnerability/vulnerability'
import { Refusal } from '../refusal.ts'
import { type Command, count, help, type OptionValues } from './command.ts'

const dayMs = 86_400_000
const followUp = 'The running api makes the findings of what changed.'

/** Published advisories, scores and exploited vulnerabilities: from files and from signed bundles. */
export const advisoryWork = {
  import: async ({ db, values, files = [] }) => {
    if (files.length === 0) throw new Refusal(`Say which file, folder or bundle.\n\n${help}`)
    const lines: string[] = []
    for (const file of files) {
      const path = pathOf(file)
      lines.push(await explained(file, async () => importOne(db, path, values)))
    }
    return [...lines, followUp].join('\n')
  },

  shipped: async ({ db }) => {
    const { records, changed } = await importShipped(db)
    return `${changed} of the ${records} vulnerabilities that the product ships are new. ${followUp}`
  },

  list: async ({ db }) => {
    const rows = await listDatasets(db)
    return rows.map((row) => lineOf(row, Date.now())).join('\n') || 'No dataset was imported yet.'
  },

  key: async ({ values }) => {
    const output = pathOf(required(values.output, 'output'))
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    writeFileSync(output, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
    const accepted = textOfPublicKey(publicKey)
    return `The private key is in ${output}. Sites that accept its bundles set ADVISORY_KEYS=${accepted}`
  },

  pack: async ({ values, files = [] }) => {
    if (files.length === 0) throw new Refusal(`Say which files to pack.\n\n${help}`)
    const key = privateKeyOf(readFileSync(pathOf(required(values.key, 'key')), 'utf8'))
    const output = pathOf(required(values.output, 'output'))
    const now = new Date()
    const sequence =
      values.sequence === undefined ? Math.floor(now.getTime() / 1000) : count(values.sequence, 'sequence', 1)
    return explained(output, async () => {
      const manifest = await packBundle(output, files.map(pathOf), { key, sequence, now })
      const parts = manifest.files.map(({ dataset, part, bytes }) => `  ${dataset} ${part}: ${bytes} bytes`)
      return [`${output}: bundle ${manifest.sequence}`, ...parts].join('\n')
    })
  },
} satisfies Record<string, Command>

async function importOne(db: Parameters<Command>[0]['db'], path: string, values: OptionValues): Promise<string> {
  if (!(await isBundle(path))) {
    const imported = await importFile(db, path, { dataset: datasetOption(values), part: values.part ?? '' })
    return described(basename(path), imported)
  }
  const keys = readAdvisoryKeys(process.env.ADVISORY_KEYS)
  const { manifest, imports } = await importBundle(db, path, keys, basename(path))
  return imports.map((imported, i) => described(manifest.files[i]!.name, imported)).join('\n')
}

function described(name: string, { dataset, records, changed, refused, refusedCount }: FileImport): string {
  const lost = refusedCount === 0 ? '' : `; ${refusedCount} could not be read, such as ${refused[0]}`
  return `${name}: ${dataset}, ${records} records, ${changed} of them new or changed${lost}`
}

/** A refusal of an import as one of the operator's command. */
async function explained(file: string, work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Failure) throw new Refusal(`${file}: ${error.message}`)
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Refusal(`${file}: there is no such file.`)
    throw error
  }
}

function pathOf(file: string): string {
  return resolve(process.env.INIT_CWD ?? '.', file)
}

function required(value: string | undefined, option: string): string {
  if (!value) throw new Refusal(`--${option} is needed.\n\n${help}`)
  return value
}

function datasetOption({ source }: OptionValues): Dataset | undefined {
  if (source === undefined) return undefined
  const dataset = datasets.find((one) => one === source.toUpperCase())
  if (!dataset) throw new Refusal(`--source: one of ${datasets.join(', ')}.`)
  return dataset
}

function lineOf({ dataset, part, dataAt, importedAt, records, origin, failedAt, failure }: DatasetRow, now: number) {
  const age = dataAt && `data of ${dataAt.toISOString().slice(0, 10)} (${daysOf(now - dataAt.getTime())})`
  const imported = importedAt && `imported ${importedAt.toISOString()} from ${origin}, ${records} records`
  const failed = failedAt && `FAILED ${failedAt.toISOString()}: ${failure}`
  const facts = [age ?? 'never imported', imported, failed].filter(Boolean)
  return `${[dataset, part].filter(Boolean).join(' ')}: ${facts.join(', ')}`
}

function daysOf(ms: number): string {
  const days = Math.floor(ms / dayMs)
  return days === 1 ? '1 day old' : `${days} days old`
}
