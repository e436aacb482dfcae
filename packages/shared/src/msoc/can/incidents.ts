import type { Explanation } from '../alerts/alerts.ts'
import type { Finding } from '../detect/detector.ts'
import { rankOf } from '../severity.ts'
import { familyOf } from './detect/all.ts'
import type { GatheredAttack } from './detect/attack-family.ts'
import type { Sign } from './detect/bus-detector.ts'
import { busSignOf, textOfKey } from './detect/signs.ts'

/** The signs of one attack: on one id, on several at a time, or on the bus as a whole. */
interface Incident {
  readonly key: string
  /** The attacked ids (`keyOf`). */
  readonly ids: Set<number>
  /** The most severe and strongest sign. */
  lead: Sign
  /** The latest explanation of each detector. */
  readonly reasons: Map<string, readonly Explanation[]>
  first: number
  last: number
  /** Number of frames that are not reported yet. */
  count: number
  /** Number of signs since it began. */
  signs: number
  /** Time of the latest report; NaN: none yet. */
  reportedAt: number
}

/** An attack without a sign for this long is over: the next sign begins another one. */
const overMs = 30_000
const incidentsKept = 64
/**
 * A new attack waits this long for other signs: if it turns out to be fuzzing, no alert must have been raised for each
 * id.
 */
const holdMs = 100
/** An ongoing attack is reported at this interval. */
const repeatMs = 1_000
/** While an attack affects the whole bus, the signs of single ids are part of it. */
const busAttackMs = 2_000
/**
 * Ids whose first sign follows another sign of an attack within `togetherMs` belong to that attack, if it began at most
 * `gatheringMs` ago.
 */
const togetherMs = 2_000
const gatheringMs = 10_000
/** Maximum number of ids of an attack that are remembered, and that its explanation lists. */
const idsKept = 64
const idsListed = 8
/** From this many ids at a time on, it is one attack on the bus and not one per id. */
const idsAtOnce = 6

/** Combines the signs on one bus into findings, one per attack, with counts (rules WATCH-1 to WATCH-7 of ./SPEC.md). */
export interface Incidents {
  fold(sign: Sign): void
  /** Emits the findings that have waited long enough by `ts`. */
  release(ts: number, emit: (finding: Finding) => void): void
  /** Emits all findings that were held back. */
  flush(emit: (finding: Finding) => void): void
  /** Returns true if the id, or the bus, was under attack within the last seconds. */
  isSuspect(key: number, ts: number): boolean
}

export function createIncidents(bus: string): Incidents {
  const open = new Map<string, Incident>()
  /** The attack that each id belongs to. */
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
      signs: 0,
      reportedAt: Number.NaN,
    }
    // the newest is last, so that the first is the oldest
    open.set(key, incident)
    return incident
  }

  function close(incident: Incident): void {
    open.delete(incident.key)
    for (const id of incident.ids) if (homes.get(id) === incident) homes.delete(id)
  }

  /**
   * Returns the incident that the sign belongs to: that of its id, that of its bus, an ongoing one about other ids, or
   * the one that affects the whole bus.
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

  /** Returns the ongoing attack on other ids that this sign seems to belong to. */
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

  /** Moves the unreported signs of an id to the attack on the bus. */
  function absorb(into: Incident, incident: Incident | undefined): Incident {
    if (incident && Number.isNaN(incident.reportedAt) && incident !== into) {
      into.count += incident.count
      into.signs += incident.signs
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

  /** Makes it one attack on the bus if enough ids are attacked at a time. */
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
    incident.signs += 1
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
      signs: incident.signs,
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

/** Returns the list of ids of an attack on several ids. */
function listOf({ ids }: Incident): Explanation[] {
  if (ids.size < 2) return []
  const listed = [...ids].slice(0, idsListed).map(textOfKey).join(', ')
  return [
    { field: 'ids attacked', observed: `${ids.size}: ${listed}${ids.size > idsListed ? ' …' : ''}`, expected: 'none' },
  ]
}

/** Returns true if it had a sign in the last seconds. What lasts for minutes is probably new, learnable behaviour. */
function isGoingOn(incident: Incident | undefined, ts: number): boolean {
  return incident !== undefined && ts - incident.last < 5_000 && ts - incident.first < 60_000
}

/** Returns the name of the attack as one on many ids, from the strongest detector that defines one. */
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
