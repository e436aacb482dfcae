import { and, eq, isNull, notInArray, sql } from 'drizzle-orm'
import { organisations } from '@carapace/shared/account/account.table'
import type { Org } from '@carapace/shared/core/owned'
import { syslogHosts } from '@carapace/shared/msoc/ingest/ingest.table'
import type { Database } from '../../core/database.ts'
import { isLicensed, licence } from '../../core/licence.ts'
import type { Log } from '../../core/log.ts'

/** Interval of reading the list and writing losses, ms. A process that is killed forgets the losses of one interval. */
const everyMs = 3_000
/** Maximum hosts with an organisation; further ones are not remembered. */
const hostsAssigned = 10_000
/** Maximum hosts without one, the latest losses: whoever invents names fills nothing else. */
const hostsLost = 1_000

const reasons = ['unassigned', 'wrongKey'] as const
/** Why a line was lost: nobody knows whose it is, or its key is unknown or revoked. */
type Loss = (typeof reasons)[number]

/** The list of hosts that send syslog lines (rules SYSLOG-30 to SYSLOG-32). */
export interface SyslogHosts {
  /** Whose the lines of a host without a key are; `only` is the organisation of all other hosts, if there is one. */
  organisationOf(host: string | null, only: Org | undefined): Org | undefined
  lost(host: string | null, why: Loss): void
  /** Reads the list, and writes what was lost. Also done at an interval. */
  sync(): Promise<void>
  stop(): Promise<void>
}

/** `remember`: whether hosts of the only organisation stay with it when there are several (rule SYSLOG-31). */
export function followSyslogHosts({
  db,
  log,
  remember,
}: {
  readonly db: Database
  readonly log: Log
  readonly remember: boolean
}): SyslogHosts {
  let assigned: ReadonlyMap<string, Org> = new Map()
  let losses = new Map<string, Record<Loss, number>>()
  const claims = new Map<string, Org>()

  async function sync(): Promise<void> {
    const counted = losses
    losses = new Map()
    try {
      await claim(db, claims)
      claims.clear()
      await writeLosses(db, counted)
      assigned = await assignedHosts(db)
    } catch (error) {
      for (const [host, each] of counted) for (const why of reasons) count(host, why, each[why])
      log.warn({ err: error }, 'the hosts of syslog lines could not be read or written')
    }
  }

  function count(host: string, why: Loss, lines: number): void {
    const name = losses.size < hostsLost || losses.has(host) ? host : '-'
    const each = losses.get(name) ?? { unassigned: 0, wrongKey: 0 }
    each[why] += lines
    losses.set(name, each)
  }

  let running = sync()
  const timer = setInterval(() => {
    running = running.then(sync)
  }, everyMs)

  return {
    organisationOf(host, only) {
      if (host === null) return only
      const own = assigned.get(host)
      if (own === undefined && only !== undefined && remember && assigned.size + claims.size < hostsAssigned)
        claims.set(host, only)
      return own ?? only
    },
    lost: (host, why) => count(host ?? '-', why, 1),
    sync: () => (running = running.then(sync)),
    async stop() {
      clearInterval(timer)
      await running.then(sync)
    },
  }
}

/** Across organisations: ingest routes the lines of all of them. */
async function assignedHosts(db: Database): Promise<ReadonlyMap<string, Org>> {
  const rows = await db
    .select({ host: syslogHosts.host, uuid: organisations.uuid, id: organisations.id, ...licence })
    .from(syslogHosts)
    .innerJoin(organisations, eq(organisations.uuid, syslogHosts.orgUuid))
    .limit(hostsAssigned)
  return new Map(rows.filter(isLicensed).map(({ host, uuid, id }) => [host, { uuid, id }]))
}

async function claim(db: Database, claims: ReadonlyMap<string, Org>): Promise<void> {
  if (claims.size === 0) return
  const rows = [...claims].map(([host, { uuid }]) => ({ host, orgUuid: uuid }))
  await db
    .insert(syslogHosts)
    .values(rows)
    .onConflictDoUpdate({
      target: syslogHosts.host,
      set: { orgUuid: sql`coalesce(${syslogHosts.orgUuid}, excluded.org_uuid)` },
    })
}

async function writeLosses(db: Database, losses: ReadonlyMap<string, Record<Loss, number>>): Promise<void> {
  if (losses.size === 0) return
  const lostAt = new Date()
  await db
    .insert(syslogHosts)
    .values([...losses].map(([host, counts]) => ({ host, ...counts, lostAt })))
    .onConflictDoUpdate({
      target: syslogHosts.host,
      set: {
        unassigned: sql`${syslogHosts.unassigned} + excluded.unassigned`,
        wrongKey: sql`${syslogHosts.wrongKey} + excluded.wrong_key`,
        lostAt,
      },
    })
  await prune(db)
}

/** Across organisations: hosts without an organisation belong to the operator. Keeps those of the latest losses. */
async function prune(db: Database): Promise<void> {
  const latest = db
    .select({ host: syslogHosts.host })
    .from(syslogHosts)
    .where(isNull(syslogHosts.orgUuid))
    .orderBy(sql`${syslogHosts.lostAt} DESC NULLS LAST`)
    .limit(hostsLost)
  await db.delete(syslogHosts).where(and(isNull(syslogHosts.orgUuid), notInArray(syslogHosts.host, latest)))
}
