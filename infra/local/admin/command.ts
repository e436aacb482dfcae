import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { eq } from 'drizzle-orm'
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import { auditLog, organisations } from '@carapace/shared/account/account.table'
import type { Org, OrgUuid } from '@carapace/shared/core/owned'
import type { AnyDatabase } from '@carapace/shared/core/time-series/time-series.queries'
import { Refusal } from '../refusal.ts'

export const help = `Operator tasks that no screen offers.

  npm run admin -- organisation list
  npm run admin -- organisation create --name NAME [--plan PLAN]
  npm run admin -- user list [--organisation NAME]
  npm run admin -- user create --email EMAIL --name NAME [--role ADMIN] [--organisation NAME]
  npm run admin -- user password --email EMAIL            a new temporary password
  npm run admin -- user two-factor-off --email EMAIL      for a user who lost their phone and their recovery codes
  npm run admin -- key create --name NAME [--organisation NAME]
  npm run admin -- licence show [--organisation NAME]
  npm run admin -- licence set [--organisation NAME] [--plan PLAN] [--modules A,B|all|none]
                               [--until DATE|never] [--days N] [--active yes|no] [--demo yes|no]
  npm run admin -- plan list
  npm run admin -- plan defaults                          adds the default plans whose names are not yet used
  npm run admin -- plan save --name NAME --days N [--amount N] [--description TEXT] [--modules A,B|all]
                             [--feature TEXT …]
  npm run admin -- plan delete --name NAME
  npm run admin -- mail list                              stored mail, when there is no SMTP server
  npm run admin -- time-series list                       how the time series are stored, and the memory they need
  npm run admin -- time-series chunk --table TABLE --interval '1 hour'    the time span of a hypertable's new chunks
  npm run admin -- time-series move                       converts native partitions to hypertables, once the server
                                                          has TimescaleDB
  npm run admin -- advisories import FILE …                imports published advisories: OSV, NVD, CVE, CSAF, EPSS and
                             [--source DATASET] [--part NAME]  KEV as JSON, CSV, gzip, zip or folder; or a signed bundle
                                                          (ADVISORY_KEYS: the public keys that are accepted)
  npm run admin -- advisories list                        the age of each dataset, and what failed
  npm run admin -- advisories shipped                     imports the small set that the product ships
  npm run admin -- advisories key --output FILE           makes a key to sign bundles with
  npm run admin -- advisories pack FILE … --key FILE --output FILE [--sequence N]    a signed bundle
  npm run admin -- syslog list                            hosts that send log lines without a key, and what was lost
  npm run admin -- syslog assign --host HOST [--organisation NAME]
  npm run admin -- syslog release --host HOST
  npm run admin -- migrate                                migrates the database to this version; safe to repeat
  npm run admin -- kafka skip-lost --topic TOPIC --partition N            continues after records that the broker lost
                                                          before they were stored (KAFKA_BROKERS …)
  npm run admin -- restored                               after a restore: viewers start a new history, and all users
                                                          must sign in again

--organisation takes a name or a uuid. It can be omitted if there is only one organisation. The database is that of
DATABASE_URL, or of the installation running on --data DIR (default .carapace).`

const options = {
  name: { type: 'string' },
  email: { type: 'string' },
  role: { type: 'string', default: 'ADMIN' },
  organisation: { type: 'string' },
  plan: { type: 'string' },
  modules: { type: 'string' },
  until: { type: 'string' },
  days: { type: 'string' },
  active: { type: 'string' },
  demo: { type: 'string' },
  amount: { type: 'string', default: '0' },
  description: { type: 'string', default: '' },
  table: { type: 'string' },
  interval: { type: 'string' },
  topic: { type: 'string' },
  partition: { type: 'string' },
  host: { type: 'string' },
  feature: { type: 'string', multiple: true },
  source: { type: 'string' },
  part: { type: 'string' },
  key: { type: 'string' },
  output: { type: 'string' },
  sequence: { type: 'string' },
  data: { type: 'string', default: resolve(import.meta.dirname, '../../../.carapace') },
  help: { type: 'boolean' },
} as const

export type OptionValues = ReturnType<typeof parsed>['values']

interface Work {
  readonly db: PostgresJsDatabase
  readonly databaseUrl: string
  readonly values: OptionValues
  /** The words after the command's own two. */
  readonly files?: readonly string[]
  readonly secretKey: () => string
}

/** Executes the operator's command and returns the text to print. */
export type Command = (work: Work) => Promise<string>

const parsed = (args: string[]) => parseArgs({ args, options, allowPositionals: true })

/** Parses the command line. */
export function parse(args: string[]): {
  words: string
  positionals: readonly string[]
  values: OptionValues
  isHelp: boolean
} {
  try {
    const { values, positionals } = parsed(args)
    return { words: positionals.join(' '), positionals, values, isHelp: values.help ?? false }
  } catch (error) {
    throw new Refusal(`${(error as Error).message.split('. ')[0]}. \`npm run admin -- --help\` lists what there is.`)
  }
}

/** The value of a mandatory option. */
export function requiredOption(
  values: OptionValues,
  option: 'name' | 'email' | 'days' | 'topic' | 'partition' | 'host',
): string {
  const value = values[option]
  if (!value) throw new Refusal(`--${option} is needed.\n\n${help}`)
  return value
}

/** Parses a whole number of at least `least`. */
export function count(value: string, option: string, least: number): number {
  if (!/^\d{1,9}$/.test(value) || Number(value) < least)
    throw new Refusal(`--${option} must be a whole number of at least ${least}, not "${value}".`)
  return Number(value)
}

export function yesOrNo(value: string, option: string): boolean {
  if (value !== 'yes' && value !== 'no') throw new Refusal(`--${option} wants yes or no, not "${value}".`)
  return value === 'yes'
}

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The organisation with the name or uuid of --organisation, or the only organisation. */
export async function organisationNamed(db: AnyDatabase, { organisation }: OptionValues): Promise<Org> {
  const rows = await db
    .select({ uuid: organisations.uuid, id: organisations.id })
    .from(organisations)
    .where(
      organisation === undefined
        ? undefined
        : eq(uuidForm.test(organisation) ? organisations.uuid : organisations.name, organisation as OrgUuid),
    )
    .limit(2)
  if (rows.length === 1) return rows[0]!
  throw new Refusal(
    organisation === undefined
      ? 'Say which organisation: --organisation NAME (see organisation list).'
      : `There is no single organisation named ${organisation}: say its uuid (see organisation list).`,
  )
}

/** Writes the operator's action into the organisation's audit log. */
export async function note(
  db: AnyDatabase,
  org: Org,
  action: string,
  change: { subject?: string; subjectUuid?: string; before?: unknown; after?: unknown } = {},
): Promise<void> {
  const { subject = 'organisation', subjectUuid = null, before = null, after = null } = change
  await db
    .insert(auditLog)
    .values({ orgUuid: org.uuid, actor: 'operator', action, subject, subjectUuid, before, after })
}
