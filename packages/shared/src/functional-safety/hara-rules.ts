import { type Asil, asilOf, asils, compareAsils, exposures } from './asil.ts'
import { splitEvents } from './exposure-split.ts'
import type { Hara, HazardousEvent, ReasonedClass, SafetyGoal } from './hara.ts'
import { normalSituation, proposedExposure, situationKey } from './situations.ts'

/** Error: the analysis is wrong. Warning: work is open. Hint: it may be intended. */
export const haraSeverities = ['error', 'warning', 'hint'] as const
export type HaraSeverity = (typeof haraSeverities)[number]

/** The rules by code, each with its number in SPEC.md. */
export const haraRules = {
  'rated-differently': { about: 'HARA-1', severity: 'error', title: 'Same hazard and situation, different ratings' },
  'exposure-split': { about: 'HARA-2', severity: 'warning', title: 'Exposure is lowered by narrow situations' },
  'no-safe-state': { about: 'HARA-3', severity: 'error', title: 'Safety goal without a safe state' },
  'no-goal': { about: 'HARA-4', severity: 'error', title: 'ASIL without a safety goal' },
  's3-without-goal': { about: 'HARA-5', severity: 'hint', title: 'S3 without a safety goal' },
  'no-reason': { about: 'HARA-6', severity: 'warning', title: 'Class without a reason' },
  'zero-without-reason': { about: 'HARA-7', severity: 'error', title: 'S0, E0 or C0 without a reason' },
  'zero-with-goal': { about: 'HARA-8', severity: 'hint', title: 'S0, E0 or C0 with a safety goal' },
  'goal-too-low': { about: 'HARA-9', severity: 'error', title: 'Safety goal with a lower ASIL than its events' },
  'goal-without-event': { about: 'HARA-10', severity: 'warning', title: 'Safety goal without a hazardous event' },
  'no-ftti': { about: 'HARA-11', severity: 'warning', title: 'Safety goal without a fault-tolerant time interval' },
  'ftti-too-long': { about: 'HARA-12', severity: 'error', title: 'Safety goal with a longer FTTI than its events' },
  'handling-too-slow': { about: 'HARA-13', severity: 'error', title: 'Fault handling takes longer than the FTTI' },
  'duplicate-event': { about: 'HARA-14', severity: 'hint', title: 'Hazardous event twice' },
  'duplicate-goal': { about: 'HARA-15', severity: 'hint', title: 'Safety goal twice' },
  'wrong-asil': { about: 'HARA-16', severity: 'error', title: 'Stored ASIL differs from the rating' },
  'not-rated': { about: 'HARA-17', severity: 'warning', title: 'Rating is not complete' },
  'no-hazard': { about: 'HARA-18', severity: 'error', title: 'Hazardous event without a hazard' },
  'hazard-without-event': { about: 'HARA-19', severity: 'warning', title: 'Hazard without a hazardous event' },
  'unknown-goal': { about: 'HARA-20', severity: 'error', title: 'Hazardous event with an unknown safety goal' },
  'unknown-situation': { about: 'HARA-23', severity: 'error', title: 'Situation that the catalogue does not have' },
  'exposure-below-proposal': { about: 'HARA-21', severity: 'warning', title: 'Exposure below that of the situation' },
} as const satisfies Record<string, { about: string; severity: HaraSeverity; title: string }>
export type HaraCode = keyof typeof haraRules

/** A change that mends a finding and lowers no rating: one field of one row. */
export interface HaraFix {
  readonly title: string
  readonly change: {
    readonly table: 'events' | 'goals'
    readonly id: string
    readonly field: 'asil' | 'ftti' | 'goals'
    readonly value: Asil | number | readonly string[]
  }
}

export interface HaraFinding {
  readonly code: HaraCode
  readonly message: string
  /** The ids of the rows that it is about, the one to change first. */
  readonly rows: readonly string[]
  readonly fix?: HaraFix
}

/** All violations of the rules of a hazard analysis, rule by rule (rules HARA-1 to HARA-23). */
export function haraFindings(hara: Hara): HaraFinding[] {
  const known: Known = {
    hazards: new Set(hara.hazards.map(({ id }) => id)),
    goals: new Set(hara.goals.map(({ id }) => id)),
    catalogue: hara.catalogue,
  }
  const analysed = new Set(hara.events.map(({ hazard }) => hazard))
  const eventsOf = Map.groupBy(
    hara.events.flatMap((event) => [...new Set(event.goals)].map((goal) => ({ goal, event }))),
    ({ goal }) => goal,
  )
  const found = [
    ...hara.events.flatMap((event) => eventFindings(event, known)),
    ...sameSituation(hara.events),
    ...splitEvents(hara).map(({ events, together, exposure }): HaraFinding => ({
      code: 'exposure-split',
      message:
        `${titles(events)} differ only in part of their situation. ` +
        `Together they are ${exposure} (${together}), each is rated lower.`,
      rows: events.map(({ id }) => id),
    })),
    ...hara.goals.flatMap((goal) =>
      goalFindings(
        goal,
        (eventsOf.get(goal.id) ?? []).map(({ event }) => event),
      ),
    ),
    ...sameGoals(hara.goals),
    ...hara.hazards
      .filter(({ id }) => !analysed.has(id))
      .map(({ id, title }): HaraFinding => ({
        code: 'hazard-without-event',
        message: `${title}: it is not analysed in any situation.`,
        rows: [id],
      })),
  ]
  const order = Object.keys(haraRules)
  return found.sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code))
}

const titles = (rows: readonly { readonly title: string }[]) => rows.map(({ title }) => title).join(', ')

/** The ASIL by the classes; while they are not complete what is stored. */
function asilOfEvent(event: HazardousEvent): Asil | null {
  return rated(event) ?? event.asil
}

const rated = ({ severity, exposure, controllability }: HazardousEvent) =>
  asilOf({ severity: severity.class, exposure: exposure.class, controllability: controllability.class })

const isAboveQm = (asil: Asil | null) => asil !== null && asil !== 'QM'

const classesOf = ({ severity, exposure, controllability }: HazardousEvent) => [
  { name: 'severity', ...severity },
  { name: 'exposure', ...exposure },
  { name: 'controllability', ...controllability },
]

const isZero = ({ class: chosen }: Pick<ReasonedClass<string>, 'class'>) => chosen?.endsWith('0') === true

/** A finding about one event, which its message begins with. */
const about = ({ id, title }: HazardousEvent, code: HaraCode, message: string, fix?: HaraFix): HaraFinding => ({
  code,
  message: `${title}: ${message}`,
  rows: [id],
  ...(fix && { fix }),
})

/** What events may refer to. */
interface Known extends Pick<Hara, 'catalogue'> {
  readonly hazards: ReadonlySet<string>
  readonly goals: ReadonlySet<string>
}

function eventFindings(event: HazardousEvent, known: Known): HaraFinding[] {
  const goals = event.goals.filter((goal) => known.goals.has(goal))
  return [
    ...goalsOfEvent(event, goals),
    ...reasonsOf(event),
    ...ratingOf(event),
    ...referencesOf(event, known, goals),
    ...exposureOf(event, known),
  ]
}

function* goalsOfEvent(event: HazardousEvent, goals: readonly string[]): Generator<HaraFinding> {
  const asil = asilOfEvent(event)
  const zeros = classesOf(event).filter(isZero)
  if (goals.length > 0) {
    if (zeros.length > 0)
      yield about(event, 'zero-with-goal', `with ${zeros.map(named).join(' and ')} no safety goal is needed.`)
  } else if (isAboveQm(asil)) yield about(event, 'no-goal', `ASIL ${asil} needs a safety goal.`)
  else if (event.severity.class === 'S3' && zeros.length === 0)
    yield about(event, 's3-without-goal', 'people may die, and no safety goal answers it.')
}

const named = (one: Pick<ReasonedClass<string>, 'class'>) => one.class

function* reasonsOf(event: HazardousEvent): Generator<HaraFinding> {
  for (const one of classesOf(event)) {
    if (one.class === null || one.reason.trim() !== '') continue
    yield isZero(one)
      ? about(event, 'zero-without-reason', `${one.class} ends the analysis and needs a reason.`)
      : about(event, 'no-reason', `the ${one.name} ${one.class} has no reason.`)
  }
}

function* ratingOf(event: HazardousEvent): Generator<HaraFinding> {
  const computed = rated(event)
  const missing = classesOf(event).flatMap((one) => (one.class === null ? [one.name] : []))
  if (computed === null)
    yield about(event, 'not-rated', `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not rated.`)
  else if (event.asil !== null && event.asil !== computed)
    yield about(event, 'wrong-asil', `${event.asil} is stored, its classes give ${computed}.`, raised(event, computed))
}

function* referencesOf(event: HazardousEvent, { hazards }: Known, known: readonly string[]): Generator<HaraFinding> {
  if (event.hazard === null || !hazards.has(event.hazard)) yield about(event, 'no-hazard', 'it belongs to no hazard.')
  if (known.length < event.goals.length)
    yield about(event, 'unknown-goal', 'a safety goal that it names does not exist.', {
      title: 'Remove the reference',
      change: { table: 'events', id: event.id, field: 'goals', value: known },
    })
}

function* exposureOf(event: HazardousEvent, { catalogue }: Known): Generator<HaraFinding> {
  const { class: exposure, basis } = event.exposure
  const normal = normalSituation(catalogue, event.situation)
  if (!normal.ok) return void (yield about(event, 'unknown-situation', normal.reason))
  const proposal = proposedExposure(catalogue, event.situation, basis)
  if (exposure !== null && exposures.indexOf(exposure) < exposures.indexOf(proposal.exposure))
    yield about(
      event,
      'exposure-below-proposal',
      `${exposure} is lower than ${proposal.exposure}. ${proposal.reason} Check that the reason explains it.`,
    )
}

/** Only a higher ASIL is a safe correction. */
function raised({ id, asil }: HazardousEvent, computed: Asil): HaraFix | undefined {
  return compareAsils(computed, asil!) > 0
    ? { title: `Store ASIL ${computed}`, change: { table: 'events', id, field: 'asil', value: computed } }
    : undefined
}

/** Events of one hazard in one situation: rated differently, or twice the same. */
function sameSituation(events: readonly HazardousEvent[]): HaraFinding[] {
  const groups = Map.groupBy(
    events.filter(({ hazard }) => hazard !== null),
    ({ hazard, situation }) => JSON.stringify([hazard, situationKey(situation)]),
  )
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group): HaraFinding => {
      const different = ['severity', 'exposure', 'controllability'].filter(
        (name) => new Set(group.map((event) => classesOf(event).find((one) => one.name === name)!.class)).size > 1,
      )
      const rows = group.map(({ id }) => id)
      return different.length > 0
        ? {
            code: 'rated-differently',
            message: `${titles(group)} are one hazard in one situation, with different ${different.join(', ')}.`,
            rows,
          }
        : { code: 'duplicate-event', message: `${titles(group)} are the same hazard in the same situation.`, rows }
    })
}

function goalFindings(goal: SafetyGoal, events: readonly HazardousEvent[]): HaraFinding[] {
  const { id, title, asil, safeState, ftti, faultHandling } = goal
  const found: HaraFinding[] = []
  const report = (code: HaraCode, message: string, fix?: HaraFix, others: readonly HazardousEvent[] = []) =>
    void found.push({
      code,
      message: `${title}: ${message}`,
      rows: [id, ...others.map((event) => event.id)],
      ...(fix && { fix }),
    })
  const highest = events.map(asilOfEvent).reduce<Asil | null>((most, one) => higher(most, one), null)
  const effective = higher(asil, highest)
  if (events.length === 0) report('goal-without-event', 'no hazardous event leads to it.')
  if (highest !== null && compareAsils(highest, asil ?? 'QM') > 0)
    report(
      'goal-too-low',
      `its events need ASIL ${highest}, it has ${asil ?? 'none'}.`,
      { title: `Set ASIL ${highest}`, change: { table: 'goals', id, field: 'asil', value: highest } },
      events.filter((event) => asilOfEvent(event) === highest),
    )
  if (!isAboveQm(effective)) return found
  if (safeState.trim() === '') report('no-safe-state', `ASIL ${effective} needs a safe state, or how to go on safely.`)
  const shortest = events.flatMap((event) => event.ftti ?? []).reduce((least, one) => Math.min(least, one), Infinity)
  const fix: HaraFix | undefined = Number.isFinite(shortest)
    ? { title: `Set ${shortest} ms`, change: { table: 'goals', id, field: 'ftti', value: shortest } }
    : undefined
  if (ftti === null) report('no-ftti', 'its fault-tolerant time interval is not stated.', fix)
  else if (ftti > shortest)
    report(
      'ftti-too-long',
      `its FTTI is ${ftti} ms, one of its events allows ${shortest} ms.`,
      fix,
      events.filter((event) => event.ftti === shortest),
    )
  if (ftti !== null && faultHandling !== null && faultHandling > ftti)
    report('handling-too-slow', `handling a fault takes ${faultHandling} ms, the FTTI is ${ftti} ms.`)
  return found
}

const higher = (a: Asil | null, b: Asil | null) =>
  a === null || (b !== null && asils.indexOf(b) > asils.indexOf(a)) ? b : a

function sameGoals(goals: readonly SafetyGoal[]): HaraFinding[] {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  return [...Map.groupBy(goals, ({ title }) => plain(title)).values()]
    .filter((group) => group.length > 1)
    .map((group) => ({
      code: 'duplicate-goal',
      message: `${group.length} safety goals are called ${group[0]!.title}.`,
      rows: group.map(({ id }) => id),
    }))
}
