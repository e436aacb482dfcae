import { inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Org } from '@carapace/shared/core/owned'
import type { Database, Tx } from './db.ts'

/** The person whose data is concerned. */
export interface Person {
  readonly uuid: string
  readonly email: string
  /** The current name and all former names. */
  readonly names: readonly string[]
}

/** A module's handling of personal data. Each module that stores some exports it, and erases it when required. */
export interface PersonalData {
  /** The person's data for export, with keys that people understand; limited in size. */
  exportData(db: Database, org: Org, person: Person): Promise<Record<string, unknown>>
  /** Removes the person's identity from the module's data; records of their actions stay, under another name. */
  forget(tx: Tx, org: Org, person: Person): Promise<void>
}

/** The name shown for an erased person. */
export const formerMember = 'Former member'

/** The email address of an erased person: unique, and not deliverable. */
export function erasedAddress(uuid: string): string {
  return `erased-${uuid}@erased.invalid`
}

/** Condition: a text column equals one of the person's names. */
export function isNameOf({ names }: Person, column: PgColumn): SQL {
  return inArray(column, [...names])
}

/** Text as PostgreSQL writes it in JSON: a name matches only as a whole value, an address anywhere. */
const quoted = (text: string): SQL => sql`to_jsonb(${text}::text)::text`
const unquoted = (text: string): SQL => sql`substr(${quoted(text)}, 2, length(${quoted(text)}) - 2)`

/** Condition: a JSON column mentions the person. */
export function mentions({ names, email }: Person, column: PgColumn): SQL {
  return or(...[...names.map(quoted), unquoted(email)].map((found) => sql`position(${found} IN ${column}::text) > 0`))!
}

/** The column's JSON without the person's names and address. */
export function withoutPerson({ uuid, names, email }: Person, column: PgColumn): SQL {
  const nameless = names.reduce<SQL>(
    (text, name) => sql`replace(${text}, ${quoted(name)}, ${quoted(formerMember)})`,
    sql`${column}::text`,
  )
  return sql`replace(${nameless}, ${unquoted(email)}, ${erasedAddress(uuid)}::text)::jsonb`
}

/** The column's JSON without the person's names, also inside longer texts: for texts that hardly do more than name. */
export function withoutNames({ names }: Person, column: PgColumn): SQL {
  const nameless = names.reduce<SQL>(
    (text, name) => sql`replace(${text}, ${unquoted(name)}, ${formerMember}::text)`,
    sql`${column}::text`,
  )
  return sql`${nameless}::jsonb`
}
