import { prepareDatabase } from '../postgres/database.ts'
import type { Command } from './command.ts'

export const migrateCommands: Record<string, Command> = {
  migrate: async ({ databaseUrl }) => {
    const advice: string[] = []
    const { timescale } = await prepareDatabase(databaseUrl, (sentence) => advice.push(sentence))
    return [
      `The database is at this version, with ${timescale ? 'hypertables of TimescaleDB' : 'native partitions'}.`,
      ...advice,
    ].join('\n')
  },
}
