import { inArray } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { programs } from '@carapace/shared/graph/programs/programs.table'
import { cryptoListLimits, type CryptoPostureWire } from '@carapace/shared/sbom/crypto.contract'
import type { Database } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { programsSeenAmong } from '../../graph/programs/programs.queries.ts'
import { postureFor, postureWire } from './answers.ts'
import type { EvaluatedScope } from './evaluating.ts'
import type { EvaluatedAsset } from './evaluated.ts'

interface ProgramPosture {
  readonly program_uuid: string | null
  readonly name: string
  readonly posture: CryptoPostureWire
}

/**
 * The posture of each program that the caller sees; software of none of them is together at the end (rule CBOM-API-3).
 */
export async function postureByProgram(
  db: Database,
  { org, user }: Caller,
  { assets, releases }: EvaluatedScope,
  now: Date,
): Promise<ProgramPosture[]> {
  const named = [...new Set([...releases.values()].flatMap(({ program }) => program ?? []))]
  const seen = named.length === 0 ? [] : await programsSeenAmong(db, org, user, named)
  const names = await namesOf(db, org, seen.slice(0, cryptoListLimits.programs))
  const byProgram = new Map<string | null, Set<EvaluatedAsset>>()
  for (const asset of assets) {
    for (const { document } of asset.occurrences) {
      const program = releases.get(document)?.program ?? null
      const key = program !== null && names.has(program) ? program : null
      const some = byProgram.get(key)
      if (some) some.add(asset)
      else byProgram.set(key, new Set([asset]))
    }
  }
  return [...byProgram]
    .map(([program, some]) => ({
      program_uuid: program,
      name: program === null ? '' : names.get(program)!,
      posture: postureWire(postureFor([...some], now)),
    }))
    .sort(
      (one, other) =>
        Number(one.program_uuid === null) - Number(other.program_uuid === null) || one.name.localeCompare(other.name),
    )
}

async function namesOf(db: Database, org: Org, uuids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (uuids.length === 0) return new Map()
  const rows = await db
    .select({ uuid: programs.uuid, name: programs.name })
    .from(programs)
    .where(ownedBy(org, programs, inArray(programs.uuid, [...uuids])))
  return new Map(rows.map(({ uuid, name }) => [uuid, name]))
}
