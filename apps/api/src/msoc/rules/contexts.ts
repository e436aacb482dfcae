import type { Org } from '@carapace/shared/core/owned'
import type { AnyDatabase } from '@carapace/shared/core/time-series/time-series.queries'
import { assignedTo } from '@carapace/shared/msoc/dbc/assigned'
import { type CompiledDbc, compileDbc } from '@carapace/shared/msoc/dbc/compile'
import { parseDbc } from '@carapace/shared/msoc/dbc/parse'
import { defaultMeaningOf } from '@carapace/shared/msoc/ingest/event-catalogue'
import type { RuleContext } from '@carapace/shared/msoc/rules/vehicle-events'
import { assignedVersions, catalogues, versionTexts } from './contexts.queries.ts'

/** What rules know of a vehicle, without its databases. */
export interface KnownVehicle {
  readonly vin: string
  readonly model: string
  readonly platform: string
}

/** A log line that belongs to no vehicle. */
export const noVehicle: KnownVehicle = { vin: '', model: '', platform: '' }

/**
 * Compiled databases in memory, of all organisations: a version never changes. The least recently used
 * is dropped first.
 */
const compiled = new Map<string, CompiledDbc>()
const mostCompiled = 20

export interface Contexts {
  /** Reads and compiles the databases that decode these buses. Call it before `of` for events of the buses. */
  prepare(buses: Iterable<{ readonly model: string; readonly bus: string }>): Promise<void>
  of(vehicle: KnownVehicle): RuleContext
}

/**
 * Reads what rules know besides events: event catalogues, and the databases assigned to buses, as ingest does.
 *
 * @param db the handle to read with, which may be another one each time
 */
export async function readContexts(db: () => AnyDatabase, org: Org): Promise<Contexts> {
  const assigned = await assignedVersions(db(), org)
  const platforms = await catalogues(db(), org)
  // held here, too: the shared ones may be dropped while this run needs them
  const mine = new Map<string, CompiledDbc>()
  return {
    async prepare(buses) {
      const wanted = [...buses].map(({ model, bus }) => assignedTo(assigned, model, bus)?.version)
      const missing = new Set(wanted.filter((version) => version !== undefined && !mine.has(version)) as string[])
      for (const [version, dbc] of await compiledVersions(db(), org, missing)) mine.set(version, dbc)
    },
    of: ({ vin, model, platform }) => ({
      vin,
      model,
      platform,
      dbcOf(bus) {
        const version = assignedTo(assigned, model, bus)?.version
        return version === undefined ? undefined : mine.get(version)
      },
      meaningOf: (eventId) =>
        platforms.get(platform)?.get(eventId) ?? platforms.get('')?.get(eventId) ?? defaultMeaningOf(eventId),
    }),
  }
}

/** Versions as compiled databases; those of other organisations are left out. */
async function compiledVersions(
  db: AnyDatabase,
  org: Org,
  versions: ReadonlySet<string>,
): Promise<Map<string, CompiledDbc>> {
  const found = new Map<string, CompiledDbc>()
  const missing: string[] = []
  for (const version of versions) {
    const known = compiled.get(version)
    if (known) found.set(version, known)
    else missing.push(version)
  }
  for (const { uuid, text } of await versionTexts(db, org, missing)) {
    const read = parseDbc(text)
    if (read.dbc === undefined)
      throw new Error(`a text of the library can no longer be read: ${read.faults[0]!.reason}`)
    found.set(uuid, compileDbc(read.dbc))
  }
  for (const [version, dbc] of found) {
    // the latest used is the last
    compiled.delete(version)
    compiled.set(version, dbc)
  }
  while (compiled.size > mostCompiled) compiled.delete(compiled.keys().next().value!)
  return found
}

/** The databases that decode the organisation's buses; none if they are too many to keep in memory together. */
export async function allDatabases(db: AnyDatabase, org: Org): Promise<CompiledDbc[]> {
  const versions = new Set((await assignedVersions(db, org)).map(({ version }) => version))
  return versions.size > mostCompiled ? [] : [...(await compiledVersions(db, org, versions)).values()]
}

/** The databases that decode the organisation's buses, at most `most`. */
export async function assignedDatabases(db: AnyDatabase, org: Org, most: number): Promise<CompiledDbc[]> {
  const versions = new Set((await assignedVersions(db, org)).map(({ version }) => version))
  return [...(await compiledVersions(db, org, new Set([...versions].slice(0, most)))).values()]
}
