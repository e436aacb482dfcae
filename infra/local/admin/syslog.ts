import { asc, eq, sql } from 'drizzle-orm'
import { organisations } from '@carapace/shared/account/account.table'
import { syslogHosts } from '@carapace/shared/msoc/ingest/ingest.table'
import type { OrgUuid } from '@carapace/shared/core/owned'
import { type Command, note, organisationNamed, requiredOption } from './command.ts'

const listed = 1_000

/** Whose the syslog lines of hosts without a key are (rules SYSLOG-31, SYSLOG-32). */
export const syslogCommands: Record<string, Command> = {
  'syslog list': async ({ db }) => {
    const { host, unassigned, wrongKey, lostAt } = syslogHosts
    const rows = await db
      .select({ host, unassigned, wrongKey, lostAt, name: organisations.name })
      .from(syslogHosts)
      .leftJoin(organisations, eq(organisations.uuid, syslogHosts.orgUuid))
      .orderBy(sql`${lostAt} DESC NULLS LAST`, asc(host))
      .limit(listed)
    return rows.map(lineOf).join('\n') || 'No host has sent syslog lines without a key.'
  },

  'syslog assign': async ({ db, values }) => {
    const host = requiredOption(values, 'host')
    const org = await organisationNamed(db, values)
    await db.transaction(async (tx) => {
      await tx
        .insert(syslogHosts)
        .values({ host, orgUuid: org.uuid })
        .onConflictDoUpdate({ target: syslogHosts.host, set: { orgUuid: org.uuid, unassigned: 0 } })
      await note(tx, org, 'assign syslog host', { after: { host } })
    })
    return `Lines of ${host} without a key are that organisation's, within five seconds.`
  },

  'syslog release': async (work) => {
    const { db, values } = work
    const host = requiredOption(values, 'host')
    const [released] = await db.delete(syslogHosts).where(eq(syslogHosts.host, host)).returning()
    if (released?.orgUuid) await noteRelease(work, released.orgUuid)
    return released ? `${host} belongs to no organisation any more.` : `${host} is not in the list.`
  },
}

async function noteRelease({ db, values }: Parameters<Command>[0], orgUuid: OrgUuid): Promise<void> {
  const org = await organisationNamed(db, { ...values, organisation: orgUuid })
  await note(db, org, 'release syslog host', { before: { host: values.host } })
}

interface HostRow {
  readonly host: string
  readonly name: string | null
  readonly unassigned: number
  readonly wrongKey: number
  readonly lostAt: Date | null
}

function lineOf({ host, name, unassigned, wrongKey, lostAt }: HostRow): string {
  const lost = [
    unassigned > 0 ? `lines lost without an organisation: ${unassigned}` : '',
    wrongKey > 0 ? `lines lost with an unknown or revoked key: ${wrongKey}` : '',
    lostAt ? `the last at ${lostAt.toISOString()}` : '',
  ].filter(Boolean)
  return [`${host}: ${name ?? 'no organisation'}`, ...lost].join(', ')
}
