import './node-24.ts'

import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { auditLog, organisations, users } from '@carapace/shared/account/account.table'
import { passwordHashing } from '@carapace/shared/account/password'
import { createKey, createOrganisation } from '@carapace/shared/account/provision.queries'
import type { Org } from '@carapace/shared/core/owned'
import type { AnyDatabase } from '@carapace/shared/core/time-series.queries'
import { type Role, roles } from '@carapace/shared/modules'
import { Refusal } from './refusal.ts'

const help = `What an operator does to an installation that no screen does.

  npm run admin -- organisation list
  npm run admin -- organisation create --name NAME
  npm run admin -- user create --email EMAIL --name NAME [--role ADMIN] [--organisation NAME]
  npm run admin -- key create --name NAME [--organisation NAME]

--organisation may be left out where there is only one. The database is DATABASE_URL's, or that of the installation
running over --data DIR (default .carapace).`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string' }, email: { type: 'string' }, role: { type: 'string', default: 'ADMIN' }, organisation: { type: 'string' },
    data: { type: 'string', default: resolve(import.meta.dirname, '../../.carapace') }, help: { type: 'boolean' },
  },
})

type Deed = (db: AnyDatabase) => Promise<string>

const deeds: Record<string, Deed> = {
  'organisation list': async (db) => {
    const rows = await db.select({ name: organisations.name, uuid: organisations.uuid }).from(organisations).orderBy(organisations.id)
    return rows.map(({ name, uuid }) => `${uuid}  ${name}`).join('\n') || 'There is no organisation yet.'
  },
  'organisation create': async (db) => {
    const { uuid } = await createOrganisation(db, { name: asked('name') })
    return `Organisation ${uuid} is there, with every module. Next: user create.`
  },
  'user create': createUser,
  'key create': async (db) => {
    const org = await organisationNamed(db)
    const { key } = await createKey(db, org, { name: asked('name'), createdBy: 'operator' })
    await note(db, org, 'create ingest key')
    return `${key}\nIt is shown this once.`
  },
}

async function createUser(db: AnyDatabase): Promise<string> {
  const org = await organisationNamed(db)
  const email = asked('email').trim().toLowerCase()
  const { role } = values
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new Refusal(`${email} is no email address.`)
  if (!roles.includes(role as Role)) throw new Refusal(`--role: one of ${roles.join(', ')}.`)
  const password = randomBytes(12).toString('base64url')
  const added = await db
    .insert(users)
    .values({ orgUuid: org.uuid, email, name: asked('name'), role: role as Role, passwordHash: await hash(password, passwordHashing) })
    .onConflictDoNothing()
    .returning({ uuid: users.uuid })
  if (added.length === 0) throw new Refusal(`${email} has an account already.`)
  await note(db, org, 'create user')
  return `${email} signs in with ${password}\nThe password is shown this once.`
}

function asked(option: 'name' | 'email'): string {
  const said = values[option]
  if (!said) throw new Refusal(`--${option} is needed.\n\n${help}`)
  return said
}

async function organisationNamed(db: AnyDatabase): Promise<Org> {
  const { organisation } = values
  const rows = await db
    .select({ uuid: organisations.uuid, id: organisations.id })
    .from(organisations)
    .where(organisation === undefined ? undefined : eq(organisations.name, organisation))
    .limit(2)
  if (rows.length === 1) return rows[0]!
  throw new Refusal(organisation === undefined ? 'Say which organisation: --organisation NAME (see organisation list).' : `There is no single organisation named ${organisation}.`)
}

async function note(db: AnyDatabase, org: Org, action: string): Promise<void> {
  await db.insert(auditLog).values({ orgUuid: org.uuid, actor: 'operator', action, subject: 'organisation' })
}

function databaseUrl(): string {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL
  const runFile = join(resolve(process.env.INIT_CWD ?? '.', values.data), 'run.json')
  if (!existsSync(runFile)) throw new Refusal(`Nothing runs over ${values.data}: start it first, name another folder with --data, or set DATABASE_URL.`)
  return (JSON.parse(readFileSync(runFile, 'utf8')) as { database_url: string }).database_url
}

async function run(): Promise<number> {
  const deed = deeds[positionals.join(' ')]
  if (values.help || !deed) {
    console.log(help)
    return values.help ? 0 : 2
  }
  const client = postgres(databaseUrl(), { max: 1, onnotice: () => undefined })
  try {
    console.log(await deed(drizzle(client)))
    return 0
  } finally {
    await client.end()
  }
}

process.exitCode = await run().catch((error: unknown) => {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  return 2
})
