import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compileExpression } from '@carapace/shared/msoc/sigma/compile'
import { createSigmaDetector } from '@carapace/shared/msoc/sigma/detect'
import { viewOf, type SigmaEvent } from '@carapace/shared/msoc/sigma/event'
import { linkRules } from '@carapace/shared/msoc/sigma/link'
import type { DetectionRule, Expression, PatternPart, ValueTest } from '@carapace/shared/msoc/sigma/model'
import { parseSigma } from '@carapace/shared/msoc/sigma/parse'
import { createRuleIndex, reads } from '@carapace/shared/msoc/sigma/rule-index'
import { randomFrom } from '../fleet/random.ts'

/**
 * The pace of Sigma rules on one core: 3,000 detection rules derived from real ones, over real log lines and network
 * connections, with results compared with an evaluation of every rule; and what a correlation of 100,000 groups holds.
 */
const limits = { events: 40_000, bytesOfGroups: 128 * 1024 * 1024 } as const
const ruleCount = 3_000
const eventCount = 100_000
const comparedCount = 1_000
const groupCount = 100_000
const rounds = 3

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const folder = resolve(join(import.meta.dirname, '..', '..'), process.env.CARAPACE_DATA ?? join('..', 'shared', 'data'))
if (!existsSync(join(folder, 'sigma', 'rules'))) {
  console.log(
    'The data folder was not found (CARAPACE_DATA, default ../shared/data): there are no rules to derive from.',
  )
  process.exit(0)
}

const random = randomFrom(7)
const real = filesOf(join(folder, 'sigma', 'rules')).flatMap((text) => parseSigma(text).documents) as DetectionRule[]
const words = [
  ...new Set(real.flatMap(({ expression }) => textsOf(expression)).flatMap((text) => text.match(/\w{4,}/g) ?? [])),
]
const rules = Array.from({ length: ruleCount }, (_, number) => derived(real[number % real.length]!, number))
const lines = filesOf(join(folder, 'syslog')).flatMap((text) => text.split('\n').filter((line) => line !== ''))
const events = Array.from({ length: eventCount }, (_, number) => eventOf(number))

const verdicts = [measurePace(), compareWithEveryRule(), measureGroups()]
console.log(`${verdicts.filter(Boolean).length} of ${verdicts.length} limits hold`)
process.exitCode = verdicts.every(Boolean) ? 0 : 1

function filesOf(path: string): string[] {
  return readdirSync(path)
    .sort()
    .map((name) => readFileSync(join(path, name), 'utf8'))
}

function textsOf(expression: Expression): string[] {
  if (expression.kind === 'not') return textsOf(expression.operand)
  if (expression.kind !== 'item') return expression.operands.flatMap(textsOf)
  return expression.item.tests.flatMap((test) => (test.kind === 'text' ? test.parts.map(literalOf) : []))
}

function literalOf(part: PatternPart): string {
  return part.kind === 'literal' ? part.text : ''
}

/** A rule of the same shape with about half of its words replaced by others of real rules. */
function derived(rule: DetectionRule, number: number): DetectionRule {
  if (number < real.length) return rule
  return { ...rule, title: `${rule.title} ${number}`, expression: changed(rule.expression) }
}

function changed(expression: Expression): Expression {
  if (expression.kind === 'not') return { kind: 'not', operand: changed(expression.operand) }
  if (expression.kind !== 'item') return { ...expression, operands: expression.operands.map(changed) }
  return { kind: 'item', item: { ...expression.item, tests: expression.item.tests.map(changedTest) } }
}

function changedTest(test: ValueTest): ValueTest {
  if (test.kind !== 'text') return test
  const parts = test.parts.map((part) =>
    part.kind === 'literal' ? { ...part, text: part.text.replaceAll(/\w{3,}/g, otherWord) } : part,
  )
  return { ...test, parts }
}

function otherWord(word: string): string {
  return random() < 0.5 ? word : `${words[Math.floor(random() * words.length)]!}${Math.floor(random() * 1_000)}`
}

/** Log lines, every fifth event a network connection; one of 100 has words that a rule looks for. */
function eventOf(number: number): SigmaEvent {
  const line = lines[number % lines.length]!
  const suspicious = number % 100 === 0 ? textsOf(rules[(number / 100) % rules.length]!.expression).join(' ') : ''
  const [, host = '', app = '', message = ''] = /^.{16}(\S+) ([^:]+): ?(.*)$/.exec(line) ?? []
  const log = { host, app, message: `${message}${suspicious}`, facility: 10, level: 'info' }
  const connection = {
    Image: `/usr/bin/${words[number % words.length]!}`,
    DestinationIp: `10.${number % 250}.${number % 199}.${number % 101}`,
    DestinationHostname: `${words[(number * 7) % words.length]!}.example`,
    DestinationPort: number % 65_536,
    Initiated: 'true',
  }
  const isConnection = number % 5 === 0
  return {
    id: String(number),
    ts: number,
    source: isConnection
      ? { product: 'linux', category: 'network_connection' }
      : { product: 'linux', service: 'syslog' },
    fields: new Map<string, string | number>(Object.entries(isConnection ? connection : log)),
  }
}

/** CPU time of this thread in seconds, of the best of several rounds. */
function secondsOf(work: () => void): number {
  let best = Infinity
  for (let round = 0; round < rounds; round += 1) {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    best = Math.min(best, (user + system) / 1e6)
  }
  return best
}

function measurePace(): boolean {
  const detector = createSigmaDetector(linkRules(rules))
  let hits = 0
  const seconds = secondsOf(() => {
    hits = 0
    for (const event of events) hits += detector.step(event).length
  })
  const rate = eventCount / seconds
  const holds = rate >= limits.events
  console.log(
    `${ruleCount.toLocaleString('en')} rules: ${Math.round(rate).toLocaleString('en')} events/s on one core, ` +
      `${hits.toLocaleString('en')} hits of ${eventCount.toLocaleString('en')} events ` +
      `(limit ${limits.events.toLocaleString('en')}): ${holds ? 'yes' : 'NO'}`,
  )
  return holds
}

function compareWithEveryRule(): boolean {
  const index = createRuleIndex(rules)
  const predicates = rules.map(({ expression }) => compileExpression(expression))
  const step = Math.floor(eventCount / comparedCount)
  const compared = events.filter((_, number) => number % step === 0)
  const different = compared.filter((event) => {
    const view = viewOf(event)
    const expected = predicates.flatMap((predicate, number) =>
      reads(rules[number]!.logSource, event.source) && predicate(view) ? [number] : [],
    )
    return expected.join() !== index.match(event).join()
  })
  console.log(
    `${compared.length.toLocaleString('en')} events compared with an evaluation of every rule: ` +
      `${different.length} differ (limit 0): ${different.length === 0 ? 'yes' : 'NO'}`,
  )
  return different.length === 0
}

function measureGroups(): boolean {
  const text = `title: Groups
correlation: {type: event_count, rules: [all], group-by: [vehicle], timespan: 1h, condition: {gte: 100}}
---
title: All
name: all
logsource: {product: vehicle}
detection: {a: {e: x}, condition: a}`
  const detector = createSigmaDetector(linkRules(parseSigma(text).documents))
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  for (let number = 0; number < groupCount * 3; number += 1) {
    const fields = new Map([
      ['vehicle', `VIN${number % (groupCount * 1.5)}`],
      ['e', 'x'],
    ])
    detector.step({ id: `e${number}`, ts: number, source: { product: 'vehicle' }, fields })
  }
  collectGarbage()
  const held = process.memoryUsage().heapUsed - before
  const [load] = detector.loads()
  const holds = held < limits.bytesOfGroups && load!.groups <= groupCount
  console.log(
    `one correlation of 150,000 groups: ${load!.groups.toLocaleString('en')} kept, ` +
      `${load!.evicted.toLocaleString('en')} evicted, ${Math.round(held / 1024 / 1024)} MB ` +
      `(limits ${groupCount.toLocaleString('en')}; ${limits.bytesOfGroups / 1024 / 1024} MB): ${holds ? 'yes' : 'NO'}`,
  )
  return holds
}
