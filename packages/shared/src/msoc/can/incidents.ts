import type { Explanation } from '../alerts/alerts.ts'
import type { Finding } from '../detect/detector.ts'
import { rankOf } from '../severity.ts'
import { familyOf } from './detect/all.ts'
import type { GatheredAttack } from './detect/attack-family.ts'
import type { Sign } from './detect/bus-detector.ts'
import { busSignOf, textOfKey } from './detect/signs.ts'

/** The signs of one attack: of one id, of several at a time, or of the bus as a whole. */
interface Incident {
  readonly key: string
  /** Ids that it is about (`keyOf`). */
  readonly ids: Set<number>
  /** Of the graver and more telling sign. */
  lead: Sign
  /** What each detector said last. */
  readonly reasons: Map<string, readonly Explanation[]>
  first: number
  last: number
  /** Frames that were not told yet. */
  count: number
  /** When it was last told; NaN: not yet. */
  reportedAt: number
}

/** An attack that nothing was seen of for so long is over: the next sign begins another. */
const overMs = 30_000
const incidentsKept = 64
/**
 * A new one waits so long for others to speak: what then shows as fuzzing must not have raised an alert for each id.
 */
const holdMs = 100
/** A going one is told so often. */
const repeatMs = 1_000
/** While an attack shakes the bus, what single ids show is part of it. */
const busAttackMs = 2_000
/**
 * Ids that begin to show something so soon after others of the same attack, which began at most so long ago, belong to
 * it.
 */
const togetherMs = 2_000
const gatheringMs = 10_000
/** Ids of an attack that are remembered, and that its explanation lists. */
const idsKept = 64
const idsListed = 8
/** So many ids at a time are not attacked one by one. */
const idsAtOnce = 6

/** Folds the signs on one bus into findings, one an attack, with counts (rules WATCH-1 to WATCH-7 of ./SPEC.md). */
export interface Incidents {
  fold(sign: Sign): void
  /** Tells what waited long enough by then. */
  release(ts: number, emit: (finding: Finding) => void): void
  /** Tells all that was held back. */
  flush(emit: (finding: Finding) => void): void
  /** Whether the id, or the bus, was under attack within the last seconds. */
  isSuspect(key: number, ts: number): boolean
}

export function createIncidents(bus: string): Incidents {
  const open = new Map<string, Incident>()
  /** The attack that an id belongs to. */
  const homes = new Map<number, Incident>()
  let due = Infinity
  let busAttack: Incident | undefined
  let suspectUntil = -Infinity

  function incidentOf(key: string, sign: Sign): Incident {
    const known = open.get(key)
    if (known && sign.ts - known.last < overMs) return known
    if (known) close(known)
    if (open.size >= incidentsKept) close(open.values().next().value!)
    const incident: Incident = {
      key,
      ids: new Set(),
      lead: sign,
      reasons: new Map(),
      first: sign.ts,
      last: sign.ts,
      count: 0,
      reportedAt: Number.NaN,
    }
    // the newest is the last, so that the first is the oldest
    open.set(key, incident)
    return incident
  }

  function close(incident: Incident): void {
    open.delete(incident.key)
    for (const id of incident.ids) if (homes.get(id) === incident) homes.delete(id)
  }

  /**
   * The incident that the sign belongs to: its id's, its bus's, one that goes on about other ids, or the one that
   * shakes the bus.
   */
  function place(sign: Sign): Incident {
    const isDuringBusAttack = busAttack !== undefined && sign.ts - busAttack.last < busAttackMs
    if (sign.key === null) {
      const isBusWide = familyOf(sign).affectsBus !== 'never'
      if (isDuringBusAttack && isBusWide) return busAttack!
      return (isBusWide ? goingOn(sign) : undefined) ?? incidentOf(`${sign.detector}:${bus}`, sign)
    }
    const known = homes.get(sign.key)
    if (isDuringBusAttack && (!known || Number.isNaN(known.reportedAt))) return absorb(busAttack!, known)
    if (known && sign.ts - known.last < overMs) return known
    return settle(sign.key, goingOn(sign) ?? incidentOf(`can:${bus}:${sign.key}`, sign))
  }

  function settle(id: number, incident: Incident): Incident {
    if (incident.ids.size < idsKept) {
      incident.ids.add(id)
      homes.set(id, incident)
    }
    return incident
  }

  /** The attack on other ids that this looks like a part of. */
  function goingOn(sign: Sign): Incident | undefined {
    if (!familyOf(sign).joinsIds) return undefined
    const { ts } = sign
    for (const incident of [...open.values()].reverse()) {
      const isYoung = ts - incident.first < gatheringMs || incident.ids.size > 2
      if (incident.ids.size > 0 && familyOf(incident.lead).joinsIds && isYoung && ts - incident.last < togetherMs)
        return incident
    }
    return undefined
  }

  /** What waits to be told of an id is the bus's now. */
  function absorb(into: Incident, incident: Incident | undefined): Incident {
    if (incident && Number.isNaN(incident.reportedAt) && incident !== into) {
      into.count += incident.count
      into.first = Math.min(into.first, incident.first)
      close(incident)
    }
    return into
  }

  function startBusAttack(incident: Incident): void {
    busAttack = incident
    for (const other of open.values())
      if (incident.last - other.last < busAttackMs && other.lead.key !== null && other !== incident)
        absorb(incident, other)
  }

  /** Whether so many ids are attacked at a time that it is one attack on the bus. */
  function gather(incident: Incident, sign: Sign): void {
    const { gathersAs } = familyOf(sign)
    if (incident.ids.size < idsAtOnce || incident.lead.key === null || !gathersAs) return
    const { detector, title } = strongestGathering(incident) ?? gathersAs
    const [vin, onBus] = sign.observables
    const place = { vin: vin!.value, bus: onBus!.value }
    note(incident, busSignOf(detector, 'critical', title, sign.ts, place, [], []))
    startBusAttack(incident)
  }

  function note(incident: Incident, sign: Sign): void {
    if (weight(sign) > weight(incident.lead)) incident.lead = sign
    incident.reasons.delete(sign.detector)
    if (sign.explanation.length > 0) incident.reasons.set(sign.detector, sign.explanation)
    incident.last = Math.max(incident.last, sign.ts)
    incident.count += Math.max(1, sign.blamed.length)
    due = Math.min(due, Number.isNaN(incident.reportedAt) ? incident.first + holdMs : incident.reportedAt + repeatMs)
  }

  function say(incident: Incident, emit: (finding: Finding) => void): void {
    const { key, lead, reasons, count, first, last } = incident
    const ts = Number.isNaN(incident.reportedAt) ? first : last
    incident.count = 0
    incident.reportedAt = last
    const others = lead.key === null ? 0 : incident.ids.size - 1
    emit({
      source: 'detector',
      rule: lead.detector,
      key,
      title: others > 0 ? lead.title.replace(` on ${bus}`, ` and ${others} more on ${bus}`) : lead.title,
      severity: lead.severity,
      count,
      ts,
      bus,
      explanation: [
        ...listOf(incident),
        ...[lead.detector, ...[...reasons.keys()].filter((name) => name !== lead.detector)].flatMap(
          (name) => reasons.get(name) ?? [],
        ),
      ].slice(0, 8),
      observables: lead.observables,
      evidence: 'can',
      ...(lead.tactics ? { tactics: lead.tactics } : {}),
    })
  }

  return {
    fold(sign) {
      suspectUntil = sign.key === null ? Math.max(suspectUntil, sign.ts + 5_000) : suspectUntil
      const incident = place(sign)
      note(incident, sign)
      if (isAboutBus(sign)) startBusAttack(incident)
      else gather(incident, sign)
    },
    release(ts, emit) {
      if (ts < due) return
      due = Infinity
      for (const incident of open.values()) {
        if (incident.count === 0) continue
        const at = Number.isNaN(incident.reportedAt) ? incident.first + holdMs : incident.reportedAt + repeatMs
        if (ts >= at) say(incident, emit)
        else due = Math.min(due, at)
      }
    },
    flush(emit) {
      due = Infinity
      for (const incident of open.values()) if (incident.count > 0) say(incident, emit)
    },
    isSuspect: (key, ts) => ts < suspectUntil || isGoingOn(homes.get(key), ts),
  }
}

/** Of an attack on several ids, which. */
function listOf({ ids }: Incident): Explanation[] {
  if (ids.size < 2) return []
  const listed = [...ids].slice(0, idsListed).map(textOfKey).join(', ')
  return [
    { field: 'ids attacked', observed: `${ids.size}: ${listed}${ids.size > idsListed ? ' …' : ''}`, expected: 'none' },
  ]
}

/** Whether it spoke in the last seconds; what goes on for minutes is rather a new habit, and may be learned. */
function isGoingOn(incident: Incident | undefined, ts: number): boolean {
  return incident !== undefined && ts - incident.last < 5_000 && ts - incident.first < 60_000
}

/** What the attack is called as one on many ids, by the strongest detector that gives such a name. */
function strongestGathering({ reasons }: Incident): GatheredAttack | undefined {
  const families = [...reasons.keys()].map((detector) => familyOf({ detector })).filter((one) => one.gathersAs)
  return families.toSorted((a, b) => b.strength - a.strength)[0]?.gathersAs
}

function isAboutBus(sign: Sign): boolean {
  const { affectsBus: shakesBus } = familyOf(sign)
  return shakesBus === 'always' || (sign.key === null && shakesBus !== 'never')
}

function weight(sign: Sign): number {
  return rankOf(sign.severity) * 20 + familyOf(sign).strength
}
