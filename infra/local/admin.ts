import './node-24.ts'

import { drizzle } from 'drizzle-orm/postgres-js'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import postgres from 'postgres'
import { advisoryCommands } from './admin/advisories.ts'
import { type Command, help, parse } from './admin/command.ts'
import { kafkaCommands } from './admin/kafka.ts'
import { licenceCommands } from './admin/licences.ts'
import { mailCommands } from './admin/mails.ts'
import { migrateCommands } from './admin/migrate.ts'
import { organisationCommands } from './admin/organisations.ts'
import { planCommands } from './admin/plans.ts'
import { restoreCommands } from './admin/restore.ts'
import { syslogCommands } from './admin/syslog.ts'
import { timeSeriesCommands } from './admin/time-series.ts'
import { userCommands } from './admin/users.ts'
import { readIfThere } from './installation/secrets.ts'
import { Refusal } from './refusal.ts'

const commands: Record<string, Command> = {
  ...organisationCommands,
  ...userCommands,
  ...licenceCommands,
  ...planCommands,
  ...mailCommands,
  ...migrateCommands,
  ...restoreCommands,
  ...timeSeriesCommands,
  ...kafkaCommands,
  ...syslogCommands,
}
/** Commands that take files after their two words. */
const fileCommands: Record<string, Command> = advisoryCommands

/** The URL of the selected installation: DATABASE_URL, or the one running on the data folder. */
function databaseUrlOf(dataDir: string): string {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL
  const runFile = join(dataDir, 'run.json')
  if (!existsSync(runFile))
    throw new Refusal(
      `Nothing runs over ${dataDir}: start it first, name another folder with --data, or set DATABASE_URL.`,
    )
  return (JSON.parse(readFileSync(runFile, 'utf8')) as { database_url: string }).database_url
}

async function run(): Promise<number> {
  const { words, positionals, values, isHelp } = parse(process.argv.slice(2))
  const command = commands[words] ?? fileCommands[positionals.slice(0, 2).join(' ')]
  if (isHelp || !command) {
    console.log(help)
    return isHelp ? 0 : 2
  }
  const dataDir = resolve(process.env.INIT_CWD ?? '.', values.data)
  const databaseUrl = databaseUrlOf(dataDir)
  const client = postgres(databaseUrl, {
    max: 1,
    onnotice: () => undefined,
    connection: { application_name: 'carapace admin' },
  })
  try {
    const secretKey = () => secretKeyOf(dataDir)
    console.log(await command({ db: drizzle(client), databaseUrl, values, files: positionals.slice(2), secretKey }))
    return 0
  } finally {
    await client.end()
  }
}

function secretKeyOf(dataDir: string): string {
  const key = process.env.SECRET_KEY || readIfThere(join(dataDir, 'secret-key'))?.trim()
  if (!key) throw new Refusal('SECRET_KEY is needed: it encrypts stored secrets.')
  return key
}

process.exitCode = await run().catch((error: unknown) => {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  return 2
})
