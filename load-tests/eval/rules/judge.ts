import { defaultMeaningOf } from '@carapace/shared/msoc/ingest/event-catalogue'
import { compileRules, type RuleText } from '@carapace/shared/msoc/rules/rule-set'
import { runRules } from '@carapace/shared/msoc/rules/running'
import type { RuleContext } from '@carapace/shared/msoc/rules/vehicle-events'
import type { LabelledAttack, LabelledTraffic } from './traffic.ts'

/** An alert of a rule: hits of one vehicle without a pause of `pauseMs`. */
export interface RuleAlert {
  readonly rule: string
  /** Empty for a rule about several vehicles. */
  readonly vin: string
  readonly ts: number
}

/** An attack, and when each rule first came true within it. */
export interface JudgedAttack extends LabelledAttack {
  readonly foundBy: ReadonlyMap<string, number>
}

/** What rules did on some traffic. */
export interface Judgement {
  readonly vehicleHours: number
  readonly attacks: readonly JudgedAttack[]
  /** Alerts that begin within an attack on their vehicle, and the others. */
  readonly right: readonly RuleAlert[]
  readonly wrong: readonly RuleAlert[]
}

const pauseMs = 10 * 60_000
/** An alert up to this long after the end of an attack belongs to it: correlations look back, ms. */
const graceMs = 60_000

/** Runs rules over labelled traffic and compares their alerts with the attacks in it. */
export function judge(texts: readonly RuleText[], traffic: LabelledTraffic): Judgement {
  const hits = hitsOf(texts, traffic)
  const attacks = traffic.attacks.map((attack) => {
    const foundBy = new Map<string, number>()
    for (const hit of hits) if (isWithin(hit, attack) && !foundBy.has(hit.rule)) foundBy.set(hit.rule, hit.ts)
    return { ...attack, foundBy }
  })
  const alerts = alertsOf(hits)
  const isRight = (alert: RuleAlert) => attacks.some((attack) => isWithin(alert, attack))
  return {
    vehicleHours: traffic.vehicleHours,
    attacks,
    right: alerts.filter(isRight),
    wrong: alerts.filter((alert) => !isRight(alert)),
  }
}

function hitsOf(texts: readonly RuleText[], { events, dbc }: LabelledTraffic): RuleAlert[] {
  const rules = runRules(compileRules(texts))
  const contexts = new Map<string, RuleContext>()
  const hits: RuleAlert[] = []
  for (const event of events) {
    const context = contexts.get(event.vehicle) ?? contextOf(event.vehicle, dbc)
    contexts.set(event.vehicle, context)
    for (const { title, vin, ts } of rules.step(event, context)) hits.push({ rule: title, vin, ts })
  }
  return hits
}

function contextOf(vin: string, dbc: LabelledTraffic['dbc']): RuleContext {
  return { vin, model: '', platform: '', dbcOf: () => dbc, meaningOf: defaultMeaningOf }
}

function isWithin({ vin, ts }: RuleAlert, attack: LabelledAttack): boolean {
  return (vin === '' || vin === attack.vin) && ts >= attack.from && ts <= attack.to + graceMs
}

function alertsOf(hits: readonly RuleAlert[]): RuleAlert[] {
  const last = new Map<string, number>()
  return hits.filter(({ rule, vin, ts }) => {
    const key = `${rule} ${vin}`
    const isNew = ts - (last.get(key) ?? -Infinity) > pauseMs
    last.set(key, ts)
    return isNew
  })
}

/** What several runs gave together. */
export function joined(all: readonly Judgement[]): Judgement {
  return {
    vehicleHours: all.reduce((sum, one) => sum + one.vehicleHours, 0),
    attacks: all.flatMap(({ attacks }) => attacks),
    right: all.flatMap(({ right }) => right),
    wrong: all.flatMap(({ wrong }) => wrong),
  }
}

/** A rule, or all of them together. */
export interface RuleScore {
  readonly rule: string
  readonly alerts: number
  readonly precision: number
  /** Of the attacks of those kinds of which the rule finds any; in all: of every attack. */
  readonly recall: number
  /** From the beginning of an attack to the first hit, ms: the median; NaN if none was found. */
  readonly delayMs: number
  readonly falseAnHour: number
}

/** Scores each rule that raised an alert, the most precise first. */
export function scoresOf(judgement: Judgement): RuleScore[] {
  const names = new Set([...judgement.right, ...judgement.wrong].map(({ rule }) => rule))
  return [...names]
    .map((rule) => {
      const kinds = new Set(judgement.attacks.filter(({ foundBy }) => foundBy.has(rule)).map(({ kind }) => kind))
      return scoreOf(
        rule,
        judgement,
        (name) => name === rule,
        ({ kind }) => kinds.has(kind),
      )
    })
    .sort((a, b) => b.precision - a.precision || b.alerts - a.alerts)
}

/** The score of some rules as one: those for which `isOne` holds, on the attacks for which `isMeant` does. */
export function scoreOf(
  name: string,
  { vehicleHours, attacks, right, wrong }: Judgement,
  isOne: (rule: string) => boolean = () => true,
  isMeant: (attack: LabelledAttack) => boolean = () => true,
): RuleScore {
  const [good, bad] = [right, wrong].map((alerts) => alerts.filter(({ rule }) => isOne(rule)).length) as [
    number,
    number,
  ]
  const meant = attacks.filter(isMeant)
  const delays = meant.flatMap(({ from, foundBy }) => {
    const times = [...foundBy].flatMap(([rule, ts]) => (isOne(rule) ? [ts] : []))
    return times.length === 0 ? [] : [Math.min(...times) - from]
  })
  return {
    rule: name,
    alerts: good + bad,
    precision: good / (good + bad),
    recall: delays.length / meant.length,
    delayMs: middleOf(delays),
    falseAnHour: bad / vehicleHours,
  }
}

function middleOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN
}
