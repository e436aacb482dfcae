import type { z } from 'zod'
import type { Org } from '@carapace/shared/core/owned'
import type { getDifference } from '@carapace/shared/graph/collaboration/baselines.contract'
import type { LifecycleEntry } from '@carapace/shared/graph/programs/programs.contract'
import type { Database, Tx } from '../core/db.ts'
import type { Span } from './collaboration/baselines.queries.ts'
import type { ProgramRow } from './programs/programs.queries.ts'
import type { Caller } from '../core/http/caller.ts'
import type { AfterWrite, Written } from './artefacts/writes.ts'

/** A risk that differs between two versions of a graph. */
export type RiskDifference = z.output<typeof getDifference.output>['risks'][number]

/** A module's work after a whole program was imported, in the transaction that completes it. */
export type AfterImport = (tx: Tx, caller: Caller, imported: Pick<Written, 'programUuid' | 'seq'>) => Promise<void>

/** The additions of a module to the calls of the graph. */
export interface GraphExtension {
  /** Computes the values that depend on a change, in its transaction (rule GRAPH-22). */
  readonly afterWrite?: AfterWrite
  /** Computes these values for all artefacts of an imported program, which nobody else sees yet. */
  readonly afterImport?: AfterImport
  /** The steps of programs that the module has pages for, by the uuid of the program. */
  readonly programSteps?: (
    db: Database | Tx,
    org: Org,
    programs: readonly ProgramRow[],
  ) => Promise<ReadonlyMap<string, readonly LifecycleEntry[]>>
  /** The risks that differ between two versions of a graph, ordered by number. */
  readonly riskDifferences?: (db: Database, org: Org, span: Span) => Promise<readonly RiskDifference[]>
}

/** The additions of all modules, combined. */
export type GraphExtensions = Required<GraphExtension>

/**
 * Runs the extensions of all modules one after the other, in the order of the list of modules.
 *
 * @param extensions read at each call: modules are installed after the graph gets this
 */
export function combined(extensions: () => readonly GraphExtension[]): GraphExtensions {
  return {
    async afterWrite(tx, caller, written) {
      for (const { afterWrite } of extensions()) await afterWrite?.(tx, caller, written)
    },
    async afterImport(tx, caller, imported) {
      for (const { afterImport } of extensions()) await afterImport?.(tx, caller, imported)
    },
    async programSteps(db, org, programs) {
      const steps = new Map(programs.map(({ uuid }): [string, LifecycleEntry[]] => [uuid, []]))
      for (const { programSteps } of extensions()) {
        const added = await programSteps?.(db, org, programs)
        for (const [uuid, entries] of added ?? []) steps.get(uuid)?.push(...entries)
      }
      return steps
    },
    async riskDifferences(db, org, span) {
      const differences: RiskDifference[] = []
      for (const { riskDifferences } of extensions())
        differences.push(...((await riskDifferences?.(db, org, span)) ?? []))
      return differences
    },
  }
}
