import { setImmediate } from 'node:timers/promises'
import type { Org } from '@carapace/shared/core/owned'
import { assignedTo } from '@carapace/shared/msoc/dbc/assigned'
import { type CompiledDbc, compileDbc } from '@carapace/shared/msoc/dbc/compile'
import { parseDbc } from '@carapace/shared/msoc/dbc/parse'
import type { Database } from '../../core/database.ts'
import type { Log } from '../../core/log.ts'
import { type DatabaseAssignment, databaseAssignments, databaseTexts } from './rules.queries.ts'

/** The CAN databases with which rules and detectors read signals. */
export interface RuleDatabases {
  /** Returns the database that decodes a bus of a vehicle model: the same object until it changes. */
  dbcOf(model: string, bus: string): CompiledDbc | undefined
  /** Reads the assignments again, and the databases that are new. */
  refresh(): Promise<void>
}

/** What was found for buses is forgotten beyond this number: senders choose the names of buses. */
const mostBuses = 10_000

/** Returns the databases of an organisation, none of them read yet. */
export function createRuleDatabases(db: Database, org: Org, log: Log): RuleDatabases {
  let assignments: readonly DatabaseAssignment[] = []
  let known = new Map<string, CompiledDbc | undefined>()
  const found = new Map<string, CompiledDbc | undefined>()

  /** A text of the library was read once when it was uploaded. */
  function compiled(uuid: string, text: string): CompiledDbc | undefined {
    const read = parseDbc(text)
    if (read.dbc === undefined) log.error({ database: uuid }, 'a CAN database can no longer be read')
    return read.dbc && compileDbc(read.dbc)
  }

  return {
    dbcOf(model, bus) {
      if (assignments.length === 0) return undefined
      const key = `${model}\0${bus}`
      if (found.has(key)) return found.get(key)
      if (found.size >= mostBuses) found.clear()
      const assigned = assignedTo(assignments, model, bus)
      const dbc = assigned && known.get(assigned.versionUuid)
      found.set(key, dbc)
      return dbc
    },
    async refresh() {
      const current = await databaseAssignments(db, org)
      const uuids = [...new Set(current.map(({ versionUuid }) => versionUuid))]
      const missing = uuids.filter((uuid) => !known.has(uuid))
      const texts = missing.length === 0 ? [] : await databaseTexts(db, org, missing)
      const read = new Map<string, CompiledDbc | undefined>()
      for (const { uuid, text } of texts) {
        read.set(uuid, compiled(uuid, text))
        // others' batches come between two databases
        await setImmediate()
      }
      known = new Map(uuids.map((uuid) => [uuid, known.get(uuid) ?? read.get(uuid)]))
      assignments = current
      found.clear()
    },
  }
}
