import { prepareDatabase } from '../postgres/database.ts'
import type { Deed } from './command.ts'

export const migrateDeeds: Record<string, Deed> = {
  migrate: async ({ databaseUrl }) => {
    const advice: string[] = []
    const { timescale } = await prepareDatabase(databaseUrl, (sentence) => advice.push(sentence))
    return [
      `The database is at this version, with ${timescale ? 'hypertables of TimescaleDB' : 'native partitions'}.`,
      ...advice,
    ].join('\n')
  },
}
