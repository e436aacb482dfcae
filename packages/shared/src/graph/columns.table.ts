import { text, uuid } from 'drizzle-orm/pg-core'
import { programs } from './programs/programs.table.ts'

/** The program that the row belongs to; the row goes with it. */
export const program = () =>
  uuid('program_uuid')
    .notNull()
    .references(() => programs.uuid, { onDelete: 'cascade' })

/** The name that an archive gives to a person who is no member here. */
export const importedName = (name: string) => text(name)
