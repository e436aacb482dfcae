import { globSync } from 'node:fs'
import { resolve } from 'node:path'

import type { Everything } from './everything.ts'

/** A call that names data of another organisation, and its expected status. */
export interface Probe {
  readonly say: object
  readonly status: number
}

/** A subscription that names data of another organisation, and whether it is refused. */
export interface Watch {
  readonly params: object
  readonly refused: boolean
}

interface Tenants {
  readonly theirs: Everything
  readonly ours: Everything
  /** A word in every text of the other organisation. */
  readonly mark: string
  readonly theirOrgUuid: string
  /** The user who calls. */
  readonly callerUuid: string
}

type ByPath<T> = Readonly<Record<string, T>>

/**
 * The inputs with which the access tests try each call and channel of a module. A file named `*.probes.ts` beside the
 * module's tests exports them as `probes`; a new call or channel needs an entry.
 */
export interface AccessProbes {
  /** Calls that name data of another organisation (tenant-isolation.server.pg.test.ts). */
  isolation(tenants: Tenants): ByPath<readonly Probe[]>
  /** Subscriptions that do so, by channel. Without parameters the other organisation gets its own data. */
  watched?(theirs: Everything): ByPath<readonly Watch[]>
  /**
   * Valid inputs with all fields, of which each is then made invalid (bad-calls.pg.test.ts).
   *
   * @param nobody the uuid of nothing
   */
  calls(mine: Everything, nobody: string): ByPath<object | readonly object[]>
}

const testing = resolve(import.meta.dirname, '..')
const files = globSync('**/*.probes.ts', { cwd: testing }).sort()
const all = await Promise.all(
  files.map(async (file) => ((await import(resolve(testing, file))) as { readonly probes: AccessProbes }).probes),
)

/** Calls of every endpoint that name data of another organisation. */
export const isolationProbes = (tenants: Tenants) => merged(all.map((probes) => probes.isolation(tenants)))

/** Subscriptions of every channel that name data of another organisation. */
export const watchedChannels = (theirs: Everything) => merged(all.map((probes) => probes.watched?.(theirs) ?? {}))

/** Inputs of every endpoint, each with all its fields. */
export const callsOf = (mine: Everything, nobody: string) => merged(all.map((probes) => probes.calls(mine, nobody)))

function merged<T>(maps: readonly ByPath<T>[]): ByPath<T> {
  const entries = maps.flatMap((map) => Object.entries(map))
  const twice = entries.find(([path], at) => entries.findIndex(([other]) => other === path) !== at)
  if (twice) throw new Error(`Two modules have probes of ${twice[0]}.`)
  return Object.fromEntries(entries)
}
