import { inArray, sql } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { ruleName } from '@carapace/shared/msoc/alerts/rules'
import { type Dimension, isTime, restKey } from '@carapace/shared/msoc/panels/panel-query'
import { severities } from '@carapace/shared/msoc/severity'
import { formerMember } from '../../core/personal-data.queries.ts'
import type { Database } from '../../core/db.ts'

export type Label = (key: string) => { readonly key: string; readonly label: string }

/** What an empty key is called. */
const noneNames: Readonly<Partial<Record<Dimension, string>>> = {
  owner: 'Nobody',
  vehicle: 'No vehicle',
  model: 'No model',
  severity: 'None',
}

/** A function that gives the keys of a dimension the words and the form in which they are sent. */
export async function labelsOf(db: Database, org: Org, dimension: Dimension, keys: readonly string[]): Promise<Label> {
  if (isTime(dimension)) return (key) => ({ key: timeOf(key), label: timeOf(key) })
  if (dimension === 'severity') return withNames('severity', (key) => severities[Number(key)], severityKey)
  const names =
    dimension === 'owner' ? await owners(db, org, keys) : dimension === 'rule' ? await rules(db, org, keys) : undefined
  return withNames(
    dimension,
    (key) => names?.get(key) ?? (dimension === 'owner' ? formerMember : key),
    (key) => key,
  )
}

const timeOf = (key: string) => new Date(Number(key)).toISOString()
const severityKey = (key: string) => severities[Number(key)] ?? key

function withNames(
  dimension: Dimension,
  nameOf: (key: string) => string | undefined,
  keyOf: (key: string) => string,
): Label {
  return (key) => {
    if (key === restKey) return { key, label: 'Other' }
    if (key === '') return { key, label: noneNames[dimension] ?? 'None' }
    return { key: keyOf(key), label: nameOf(key) ?? key }
  }
}

async function owners(db: Database, org: Org, keys: readonly string[]): Promise<Map<string, string>> {
  const uuids = keys.filter((key) => key !== '' && key !== restKey)
  if (uuids.length === 0) return new Map()
  const rows = await db
    .select({ uuid: users.uuid, name: users.name })
    .from(users)
    .where(ownedBy(org, users, inArray(users.uuid, uuids)))
  return new Map(rows.map(({ uuid, name }) => [uuid, name]))
}

/** Rules have the name of the product where they have one, else the title of an alert of theirs. */
async function rules(db: Database, org: Org, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .select({ rule: alerts.rule, title: sql<string>`min(${alerts.title})` })
    .from(alerts)
    .where(ownedBy(org, alerts, inArray(alerts.rule, [...keys])))
    .groupBy(alerts.rule)
  return new Map(rows.map(({ rule, title }) => [rule, ruleName(rule, title)]))
}
