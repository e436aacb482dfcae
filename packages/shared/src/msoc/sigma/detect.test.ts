import { describe, expect, test } from 'vitest'
import { createSigmaDetector, type SigmaHit } from './detect.ts'
import type { SigmaEvent, SigmaValue } from './event.ts'
import { linkRules } from './link.ts'
import { documentsOf, eventOf, linked, ruleWith } from './sigma.fixture.ts'

const minute = 60_000

/** Rules `a`, `b` and `c` match events whose field `e` has their name. */
const basics = ['a', 'b', 'c']
  .map((name) => ruleWith(`s: {e: ${name}}\ncondition: s`, `name: ${name}\n`))
  .join('\n---\n')

function correlation(lines: string, title = 'c'): string {
  return `title: ${title}\ncorrelation:\n${lines.replaceAll(/^/gm, '    ')}\n---\n${basics}`
}

type Step = readonly [ts: number, fields: Readonly<Record<string, SigmaValue>>]

function detectorOf(text: string) {
  const rules = linked(text)
  const detector = createSigmaDetector(rules)
  const titleOf = ({ kind, number }: SigmaHit): string =>
    kind === 'detection' ? rules.detections[number]!.name! : rules.correlations[number]!.rule.title
  return { detector, titleOf }
}

/** Returns the hits of events: at which minute which rule, with the value. */
function hitsOf(text: string, steps: readonly Step[]): string[] {
  const { detector, titleOf } = detectorOf(text)
  const shown = (hit: SigmaHit): string =>
    `${hit.ts / minute} ${titleOf(hit)}${hit.correlation === undefined ? '' : ` ${hit.correlation.value}`}`
  return steps.flatMap(([ts, fields]) => detector.step(eventOf({ host: 'h', ...fields }, ts * minute))).map(shown)
}

const count = 'type: event_count\nrules: [a]\ngroup-by: [host]\ntimespan: 5m\ncondition: {gte: 3}'
const a = { e: 'a' }

describe('correlations', () => {
  test('[SIGMA-42] [SIGMA-43] counts events of a group within the timespan, both ends included', () => {
    expect(
      hitsOf(correlation(count), [
        [0, a],
        [4, a],
        [5, a],
      ]),
    ).toEqual(['5 c 3'])
    expect(
      hitsOf(correlation(count), [
        [0, a],
        [4, a],
        [5.1, a],
      ]),
    ).toEqual([])
    expect(
      hitsOf(correlation(count), [
        [0, a],
        [1, { e: 'a', host: 'other' }],
        [2, a],
      ]),
    ).toEqual([])
    expect(
      hitsOf(correlation(count), [
        [0, a],
        [3, a],
        [1, a],
      ]),
    ).toEqual(['1 c 3'])
  })

  test('[SIGMA-42] an event without a field of group-by is counted nowhere', () => {
    const grouped = correlation(count.replace('[host]', '[host, user]'))
    expect(
      hitsOf(grouped, [
        [0, a],
        [1, a],
        [2, a],
      ]),
    ).toEqual([])
    expect(
      hitsOf(
        grouped,
        [0, 1, 2].map((ts) => [ts, { e: 'a', user: null }]),
      ),
    ).toEqual([])
    expect(
      hitsOf(
        grouped,
        [0, 1, 2].map((ts) => [ts, { e: 'a', user: 'u' }]),
      ),
    ).toEqual(['2 c 3'])
  })

  test('[SIGMA-43] counts different values, of several fields together', () => {
    const values = count.replace('event_count', 'value_count').replace('gte: 3', 'gte: 3, field: [user, port]')
    const of = (...users: string[]): Step[] => users.map((user, ts) => [ts, { e: 'a', user, port: 1 }])
    expect(hitsOf(correlation(values), of('u', 'v', 'u', 'w'))).toEqual(['3 c 3'])
    expect(hitsOf(correlation(values), of('u', 'u', 'u', 'u'))).toEqual([])
    expect(hitsOf(correlation(values), of('u', 'v', 'v', 'v', 'v', 'v', 'w'))).toEqual([])
  })

  const together = 'type: temporal\nrules: [a, b, c]\ngroup-by: [host]\ntimespan: 5m'
  test.for([
    { rule: 'SIGMA-44', type: 'temporal', order: 'cab', hits: ['2 c 3'] },
    { rule: 'SIGMA-44', type: 'temporal', order: 'aab', hits: [] },
    { rule: 'SIGMA-44', type: 'temporal_ordered', order: 'cab', hits: [] },
    { rule: 'SIGMA-44', type: 'temporal_ordered', order: 'abc', hits: ['2 c 3'] },
    { rule: 'SIGMA-44', type: 'temporal_ordered', order: 'acabc', hits: ['4 c 3'] },
    { rule: 'SIGMA-44', type: 'temporal_ordered', order: 'abbbbbc', hits: [] },
  ])('[$rule] $type of $order', ({ type, order, hits }) => {
    const steps = order.split('').map((e, ts): Step => [ts, { e }])
    expect(hitsOf(correlation(together.replace('temporal', type)), steps)).toEqual(hits)
  })

  test('[SIGMA-31] [SIGMA-44] a condition may ask for some of the rules', () => {
    const some = correlation(`${together}\ncondition: {gte: 2}`)
    expect(
      hitsOf(some, [
        [0, { e: 'c' }],
        [1, { e: 'a' }],
      ]),
    ).toEqual(['1 c 2'])
  })

  test('[SIGMA-44] one event does not make two steps of a sequence', () => {
    const both = `title: c
correlation: {type: temporal_ordered, rules: [x, y], group-by: [host], timespan: 5m}
---
${ruleWith('s: {e: a}\ncondition: s', 'name: x\n')}
---
${ruleWith('s: {host: h}\ncondition: s', 'name: y\n')}`
    expect(hitsOf(both, [[0, a]])).toEqual([])
    expect(
      hitsOf(both, [
        [0, a],
        [1, { e: 'z' }],
      ]),
    ).toEqual(['1 c 2'])
  })

  const bytes = (...sent: SigmaValue[]): Step[] => sent.map((out, ts) => [ts, { e: 'a', out }])
  const figures = (type: string, condition: string): string =>
    correlation(count.replace('event_count', type).replace('gte: 3', `field: out, ${condition}`))

  test('[SIGMA-45] sums and averages go over the numbers of the timespan', () => {
    expect(hitsOf(figures('value_sum', 'gt: 10'), bytes(5, '5', 'x', 1))).toEqual(['3 c 11'])
    expect(hitsOf(figures('value_sum', 'gt: 10'), bytes(5, 0, 0, 0, 0, 0, 6))).toEqual([])
    expect(hitsOf(figures('value_avg', 'gte: 4'), bytes(1, 2, 9))).toEqual(['2 c 4'])
  })

  test('[SIGMA-46] the rank of the newest number, or the share of a text, is compared', () => {
    expect(hitsOf(figures('value_percentile', 'gte: 90'), bytes(1, 2, 3, 4, 9))).toEqual(['4 c 90'])
    expect(hitsOf(figures('value_percentile', 'lte: 20'), bytes('x', 'x', 'x', 'x', 'y'))).toEqual(['4 c 20'])
  })

  test('[SIGMA-33] [SIGMA-46] with a percentile its value is compared', () => {
    expect(hitsOf(figures('value_percentile', 'percentile: 50, gte: 5'), bytes(1, 7, 6))).toEqual(['2 c 6'])
  })

  test('[SIGMA-47] a condition that stays met is one hit a timespan', () => {
    const steps = Array.from({ length: 12 }, (_, ts): Step => [ts, a])
    expect(hitsOf(correlation(count), steps)).toEqual(['2 c 3', '8 c 4'])
    expect(
      hitsOf(correlation(count), [
        [0, a],
        [1, a],
        [2, a],
        [7, a],
        [9, a],
        [11, a],
      ]),
    ).toEqual(['2 c 3', '11 c 3'])
  })

  test('[SIGMA-48] upper limits are decided when the timespan is over', () => {
    const few = correlation(count.replace('gte', 'lt'))
    expect(
      hitsOf(few, [
        [0, a],
        [1, a],
        [6, a],
      ]),
    ).toEqual(['5 c 2'])
    expect(
      hitsOf(few, [
        [0, a],
        [1, a],
        [2, a],
        [6, a],
      ]),
    ).toEqual([])
    const { detector } = detectorOf(few)
    detector.step(eventOf({ host: 'h', e: 'a' }, 0))
    expect(detector.advance(5 * minute)).toEqual([])
    expect(detector.advance(6 * minute)).toMatchObject([{ ts: 5 * minute, correlation: { value: 1, group: ['h'] } }])
    expect(detector.advance(60 * minute)).toEqual([])
  })

  test('[SIGMA-34] aliases name another field for each rule', () => {
    const aliased = `type: temporal\nrules: [a, b]\naliases: {ip: {a: src, b: dst}}\ngroup-by: [ip]\ntimespan: 5m`
    expect(
      hitsOf(correlation(aliased), [
        [0, { e: 'a', src: '1' }],
        [1, { e: 'b', src: '1', dst: '2' }],
      ]),
    ).toEqual([])
    expect(
      hitsOf(correlation(aliased), [
        [0, { e: 'a', src: '1' }],
        [1, { e: 'b', dst: '1' }],
      ]),
    ).toEqual(['1 c 2'])
  })

  test('[SIGMA-37] [SIGMA-38] correlations feed correlations; only the outermost raises hits', () => {
    const section = 'type: temporal_ordered, rules: [many, b], group-by: [user], timespan: 60m'
    const outer = `title: o\ncorrelation: {${section}}`
    const inner = correlation(count.replace('[host]', '[host, user]')).replace('title: c', 'title: c\nname: many')
    const steps: Step[] = [0, 1, 2].map((ts) => [ts, { e: 'a', user: 'u' }])
    expect(hitsOf(`${outer}\n---\n${inner}`, [...steps, [9, { e: 'b', user: 'u' }]])).toEqual(['9 o 2'])
    expect(hitsOf(`${outer}\n---\n${inner}`, [...steps, [9, { e: 'b', user: 'v' }]])).toEqual([])
    const loud = inner.replace('type: event_count', 'generate: true\n    type: event_count')
    expect(hitsOf(loud, steps)).toEqual(['0 a', '1 a', '2 a', '2 c 3'])
  })

  test('[SIGMA-49] the stalest groups go when there are too many, and are counted', () => {
    const detector = createSigmaDetector(linked(correlation(count)), { groups: 2 })
    for (const host of ['x', 'y', 'x', 'z', 'x']) detector.step(eventOf({ host, e: 'a' }, 0))
    expect(detector.loads()).toEqual([{ groups: 2, evicted: 1, entries: 8 }])
    detector.advance(6 * minute)
    expect(detector.loads()).toEqual([{ groups: 0, evicted: 1, entries: 0 }])
  })

  test('[SIGMA-49] a window keeps no more than its condition needs', () => {
    const detector = createSigmaDetector(linked(correlation(count)))
    for (let event = 0; event < 1_000; event += 1) detector.step(eventOf({ host: 'x', e: 'a' }, event))
    expect(detector.loads()).toEqual([{ groups: 1, evicted: 0, entries: 24 }])
  })

  test('[SIGMA-50] a hit names the events that contributed', () => {
    const detector = createSigmaDetector(linked(correlation(count)))
    const events = [0, 6, 7, 8].map((ts): SigmaEvent => eventOf({ host: 'x', e: 'a' }, ts * minute))
    const hits = events.flatMap((event) => detector.step(event))
    expect(hits).toMatchObject([{ events: events.slice(1).map(({ id }) => id) }])
  })
})

describe('linking', () => {
  function faultsOf(text: string): string[] {
    return linkRules(documentsOf(text)).faults.map(({ title, line, message }) => `${title} ${line}: ${message}`)
  }

  test('[SIGMA-35] references to no rule, circles, and what refers to them are faults', () => {
    const refers = (title: string, rule: string): string =>
      `title: ${title}\nname: ${title}\ncorrelation:\n` +
      `    rules: [${rule}]\n    type: temporal\n    group-by: [h]\n    timespan: 1m`
    expect(faultsOf(refers('x', 'nobody'))).toEqual(['x 4: There is no rule "nobody".'])
    expect(faultsOf(`${refers('x', 'y')}\n---\n${refers('y', 'x')}`)).toEqual([
      'x 1: Correlations refer to each other in a circle.',
      'y 12: There is a fault in the rule "x".',
      'x 4: There is a fault in the rule "y".',
    ])
    expect(linkRules(documentsOf(refers('x', 'nobody'))).correlations).toEqual([])
  })

  test('[SIGMA-36] the later of two rules with one name has a fault', () => {
    expect(faultsOf(`${basics}\n---\n${basics.split('\n---\n')[0]}`)).toEqual([
      expect.stringContaining('Another rule is called "a"'),
    ])
  })

  const filter = (condition: string, rule = 'a', service = 'syslog'): string =>
    `title: f\nlogsource: {product: vehicle, service: ${service}}\nfilter:\n    rules: [${rule}]\n` +
    `    s: {host|startswith: 'adm_'}\n    condition: ${condition}\n---\n${basics}`

  test.for(['s', 'not s'])('[SIGMA-29] a filter with the condition "%s" takes events away', (condition) => {
    expect(
      hitsOf(filter(condition), [
        [0, { e: 'a', host: 'adm_1' }],
        [1, a],
      ]),
    ).toEqual(['1 a'])
    expect(hitsOf(filter(condition), [[0, { e: 'b', host: 'adm_1' }]])).toEqual(['0 b'])
  })

  test('[SIGMA-29] a filter of no rule, or of another log source, has a fault', () => {
    expect(faultsOf(filter('s', 'nobody'))).toEqual(['f 4: There is no detection rule "nobody" to filter.'])
    expect(faultsOf(filter('s', 'a', 'can'))).toEqual(['f 4: The rule "a" reads another log source.'])
  })
})
