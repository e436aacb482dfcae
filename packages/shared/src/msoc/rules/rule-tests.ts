import { parsed, refused, type Parsed } from '../../core/parsed.ts'
import { decodeEvent } from '../events/decode-event.ts'
import { timeOf } from '../events/event-time.ts'
import type { VehicleEvent } from '../events/events.ts'
import { defaultMeaningOf } from '../ingest/event-catalogue.ts'
import type { SigmaEvent, SigmaValue } from '../sigma/event.ts'
import { entryOf } from '../sigma/heading.ts'
import { createNotes, readYaml, type YamlNode } from '../sigma/yaml-reader.ts'
import type { RuleHitFound } from './hits.ts'
import { compileRules, readRules, type RuleSet, type RuleText } from './rule-set.ts'
import { vehicleServices } from './rules.ts'
import { runRules } from './running.ts'
import type { RuleContext } from './vehicle-events.ts'

/** The result of one unit test of a text. */
export interface RuleTestOutcome {
  readonly name: string
  readonly passed: boolean
  /** Empty if it passed. */
  readonly message: string
  readonly line: number
}

/** Limits of the tests of a text. */
const mostTests = 100
const mostEvents = 5_000
/** The time of an event that states none: this moment and a second for each event before it. */
const firstTs = Date.UTC(2026, 0, 1)
const keepForever = 1e15

/** A vehicle without databases: signals are given as fields. */
const testVehicle: RuleContext = {
  vin: 'TEST0000000000001',
  model: '',
  platform: '',
  dbcOf: () => undefined,
  meaningOf: defaultMeaningOf,
}

/** Runs the unit tests that a text has under `tests` (rules RULE-14 to RULE-17). */
export function runTests(text: string, tried: RuleText, others: readonly RuleText[]): RuleTestOutcome[] {
  const tests = readYaml(text, createNotes()).flatMap((node) => {
    const entry = entryOf(node, 'tests')
    if (entry === undefined) return []
    return entry.node.kind === 'list' ? entry.node.elements : [entry.node]
  })
  if (tests.length === 0) return []
  // a text is read once for all its tests: reading takes longer than running
  const set = compileRules([tried, ...referredBy(tried, others)])
  const isFilter = set.read.get(`${tried.uuid} ${tried.version}`)?.documents[0]?.kind === 'filter'
  const isOwn = ({ ruleUuid }: RuleHitFound): boolean => isFilter || ruleUuid === tried.uuid
  const fault = set.faults.get(tried.uuid)
  const run = (events: readonly unknown[]) => fault ?? isMatched(events, set, isOwn)
  return tests.slice(0, mostTests).map((node, index) => outcomeOf(node, index, run))
}

/** The other rules that a text refers to, directly or not: rules that refer to it would silence it. */
function referredBy(tried: RuleText, others: readonly RuleText[]): RuleText[] {
  const read = others.map((other) => ({ other, documents: readRules(other.text).documents }))
  const found = new Set<RuleText>()
  const follow = (text: RuleText): void => {
    const names = readRules(text.text).documents.flatMap((document) =>
      document.kind === 'detection' ? [] : document.rules.map(({ rule }) => rule),
    )
    for (const { other, documents } of read) {
      const isNamed = documents.some(({ id, name }) => names.includes(id ?? '') || names.includes(name ?? ''))
      if (!isNamed || found.has(other)) continue
      found.add(other)
      follow(other)
    }
  }
  follow(tried)
  return [...found]
}

/** Whether the rule came true on the events of a test, or why that cannot be decided. */
type RunTest = (events: readonly unknown[]) => boolean | string

function outcomeOf(node: YamlNode, index: number, run: RunTest): RuleTestOutcome {
  const { line } = node.place
  const given = plain(node)
  const { name, events, match } = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>
  const label = typeof name === 'string' && name !== '' ? name : `Test ${index + 1}`
  const failed = (message: string): RuleTestOutcome => ({ name: label, passed: false, message, line })
  if (!Array.isArray(events) || events.length === 0) return failed('"events" must list at least one event.')
  if (events.length > mostEvents) return failed(`A test has at most ${mostEvents} events.`)
  if (typeof match !== 'boolean') return failed('"match" must be true or false.')
  const matched = run(events)
  if (typeof matched === 'string') return failed(matched)
  if (matched === match) return { name: label, passed: true, message: '', line }
  return failed(match ? 'The rule did not match.' : 'The rule matched.')
}

/** Returns whether the rule came true, or why an event cannot be read. A filter is tried on the rules it refers to. */
function isMatched(events: readonly unknown[], set: RuleSet, isOwn: (hit: RuleHitFound) => boolean): boolean | string {
  const rules = runRules(set)
  let found = 0
  for (const [index, given] of events.entries()) {
    const event = testEvent(given, firstTs + index * 1_000)
    if (!event.ok) return `Event ${index + 1}: ${event.reason}`
    const { value } = event
    const hits = 'fields' in value ? rules.stepFields(value.fields) : rules.step(value.event, testVehicle)
    found += hits.filter(isOwn).length
  }
  return found + rules.advance(Infinity).filter(isOwn).length > 0
}

type TestEvent = Parsed<{ readonly event: VehicleEvent } | { readonly fields: SigmaEvent }>

/** An event of the ingest protocol, of which vehicle and time may be left out; or a service with its fields. */
function testEvent(given: unknown, byDefault: number): TestEvent {
  if (typeof given !== 'object' || given === null) return refused('An event must have keys, such as "type".')
  const { service, fields, ts, ...others } = given as Record<string, unknown>
  const at = ts === undefined ? byDefault : timeOf(ts)
  if (at === undefined) return refused('"ts" must be a time of RFC 3339 or epoch milliseconds.')
  if (fields === undefined) {
    const decoded = decodeEvent(
      { vehicle: testVehicle.vin, ...others, ts: at },
      { receivedAt: at, keepMs: keepForever },
    )
    return decoded.ok ? parsed({ event: decoded.value }) : decoded
  }
  return sigmaEvent(service, fields, at)
}

function sigmaEvent(service: unknown, fields: unknown, ts: number): TestEvent {
  const known = vehicleServices.find((one) => one === service)
  if (known === undefined) return refused(`"service" must be one of ${vehicleServices.join(', ')}.`)
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return refused('"fields" must have keys.')
  const { vin: vehicle, model, platform } = testVehicle
  const values = Object.entries({ vehicle, model, platform, ...fields }) as [string, SigmaValue | SigmaValue[]][]
  const source = { product: 'vehicle', service: known }
  return parsed({ fields: { id: vehicle, ts, source, fields: new Map(values) } })
}

/** Returns a node as plain data. */
function plain(node: YamlNode): unknown {
  if (node.kind === 'list') return node.elements.map(plain)
  if (node.kind === 'map') return Object.fromEntries(node.entries.map(({ key, node: value }) => [key, plain(value)]))
  return node.value
}
