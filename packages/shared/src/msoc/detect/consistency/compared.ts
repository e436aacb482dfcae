import type { Finding, VehicleFacts } from '../detector.ts'
import { type EnergyWindow, foldEnergy } from './energy.ts'
import { disagreementOf } from './finding.ts'
import type { SavedLine } from './line.ts'
import { comparePair, isTrusted, type Pair, pairUp } from './pairs.ts'
import type { SignalReader } from './quantities.ts'
import type { Role } from './relations.ts'
import { addSample, createSource, latestOf, newestOf, slopeOf, type Source } from './source.ts'

/** The sources of a vehicle and what they are compared with. */
export interface Compared {
  readonly sources: Map<string, Source>
  readonly pairs: Pair[]
  /** By bus: the source of each reader; null: the vehicle has others of that quantity. */
  readonly buses: Map<string, Map<SignalReader, Source | null>>
  readonly energy: Map<string, EnergyWindow>
  /** What was known of pairs before. */
  readonly lines: Readonly<Record<string, SavedLine>>
}

/** Most sources of a vehicle. */
const sourcesMost = 24
export const gps = 'GPS'

export type Emit = (finding: Finding) => void

export function sourceOf(memory: Compared, place: string, name: string, role: Role): Source | undefined {
  const known = memory.sources.get(`${place} ${name}`)
  if (known !== undefined || memory.sources.size >= sourcesMost) return known
  const made = createSource(place, name, role)
  pairUp(memory.pairs, memory.sources.values(), made, memory.lines)
  memory.sources.set(made.id, made)
  return made
}

/** Adds a sample and compares the pairs of its source. */
export function measure(memory: Compared, source: Source | undefined, at: number, value: number, to: To): void {
  if (source === undefined || !addSample(source, at, value)) return
  derive(memory, source, at, value, to)
  for (const pair of memory.pairs) {
    if (pair.x !== source && pair.y !== source) continue
    if (comparePair(pair, memory.pairs)) to.emit(disagreementOf(pair, memory.pairs, to.facts, to.ts))
  }
}

/** Where findings go, and the time of the event that led to them. */
export interface To {
  readonly facts: VehicleFacts
  readonly emit: Emit
  readonly ts: number
}

export const hasRole = ({ sources }: Compared, role: Role): boolean => {
  for (const source of sources.values()) if (source.role === role) return true
  return false
}

const slopeMs = 2_000
const movingKph = 5
const corneringKph = 20
const recentMs = 2_500

/** What follows from a sample together with others. */
function derive(memory: Compared, { role, place }: Source, at: number, value: number, to: To): void {
  if (role === 'speed' && place !== gps && hasRole(memory, 'torque')) {
    const speed = speedAt(memory, at)
    const found = speed && slopeOf(speed, slopeMs)
    if (found && value > movingKph && !hasMeasuredAcceleration(memory))
      measure(memory, sourceOf(memory, speed.place, 'change of speed', 'gaining'), found.at, found.slope / 3.6, to)
  }
  if (role === 'steering') {
    const speed = speedAt(memory, at)
    const kph = speed && latestOf(speed, at, recentMs)
    if (kph !== undefined && kph >= corneringKph)
      measure(memory, sourceOf(memory, place, 'steering angle times speed', 'cornering'), at, value * kph, to)
  }
  if (role === 'current') drain(memory, place, at, to)
}

const hasMeasuredAcceleration = ({ sources }: Compared): boolean =>
  [...sources.values()].some(({ role, name }) => role === 'gaining' && name !== 'change of speed')

/** A speed that is not GPS's, with a recent value; none where it disagrees with another one. */
function speedAt({ sources, pairs }: Compared, at: number): Source | undefined {
  for (const source of sources.values())
    if (source.role === 'speed' && source.place !== gps && at - newestOf(source) <= recentMs)
      return isTrusted(source, pairs) ? source : undefined
  return undefined
}

function drain(memory: Compared, place: string, at: number, to: To): void {
  const of = (role: Role) =>
    [...memory.sources.values()].find((source) => source.place === place && source.role === role)
  const [voltage, current, charge] = [of('voltage'), of('current'), of('charge')]
  if (!voltage || !current || !charge) return
  const { window, done } = foldEnergy(memory.energy.get(place), at, voltage, current, charge)
  if (window) memory.energy.set(place, window)
  else memory.energy.delete(place)
  if (!done) return
  measure(memory, sourceOf(memory, place, 'loss of charge', 'discharge'), at, done.discharge, to)
  measure(memory, sourceOf(memory, place, 'energy drawn', 'drawn'), at, done.drawn, to)
}
