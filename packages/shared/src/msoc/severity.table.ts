import { customType } from 'drizzle-orm/pg-core'
import { rankOf, severities, type Severity } from './severity.ts'

/** A severity, stored as its rank so that "high and worse" is a comparison. */
export const severityColumn = customType<{ data: Severity; driverData: number }>({
  dataType: () => 'smallint',
  toDriver: rankOf,
  fromDriver: (rank) => severities[rank]!,
})
