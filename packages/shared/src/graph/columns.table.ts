import { text, uuid } from 'drizzle-orm/pg-core'
import { programs } from './programs/programs.table.ts'

/** The program that the row belongs to; the row is deleted with it. */
export const program = () =>
  uuid('program_uuid')
    .notNull()
    .references(() => programs.uuid, { onDelete: 'cascade' })

/** The name of a person in an archive who is not a member here. */
export const importedName = (name: string) => text(name)
