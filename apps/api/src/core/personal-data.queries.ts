import { inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Org } from '@carapace/shared/core/owned'
import type { Database, Tx } from './db.ts'

/** Whose data it is. */
export interface Person {
  readonly uuid: string
  readonly email: string
  /** The name they have, and those that they had. */
  readonly names: readonly string[]
}

/** What a module keeps about people. Each module that does says here what it is, and forgets it when it must. */
export interface PersonalData {
  /** To take along, under the names that people call it; bounded. */
  exportData(db: Database, org: Org, person: Person): Promise<Record<string, unknown>>
  /** Afterwards nothing of the module's names the person; what they did stays, under another name. */
  forget(tx: Tx, org: Org, person: Person): Promise<void>
}

/** What somebody is called who was erased. */
export const formerMember = 'Former member'

/** The address of somebody who was erased: nobody's, and no other's. */
export function erasedAddress(uuid: string): string {
  return `erased-${uuid}@erased.invalid`
}

/** Where a text column holds one of the person's names and nothing else. */
export function isNameOf({ names }: Person, column: PgColumn): SQL {
  return inArray(column, [...names])
}

/** JSON as PostgreSQL writes it: a name counts where it is a whole value, an address wherever it stands. */
const quoted = (text: string): SQL => sql`to_jsonb(${text}::text)::text`
const unquoted = (text: string): SQL => sql`substr(${quoted(text)}, 2, length(${quoted(text)}) - 2)`

/** Where a JSON column names the person. */
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
