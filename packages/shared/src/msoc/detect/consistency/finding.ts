import type { Finding, VehicleFacts } from '../detector.ts'
import { type Pair, suspectOf } from './pairs.ts'
import type { Source } from './source.ts'

/** Returns the finding of a sustained disagreement: both values, the residual, its uncertainty, and the suspect. */
export function disagreementOf(pair: Pair, pairs: readonly Pair[], facts: VehicleFacts, ts: number): Finding {
  const { x, y, relation, line, test, latest, valueX, valueY } = pair
  const { source, why } = suspectOf(pair, pairs)
  const bus = [source, x, y].map(({ place }) => place).find((place) => place !== 'GPS' && place !== 'telemetry')
  const seconds = Math.round((test.last - test.since) / 1_000)
  const amount = (value: number) => `${textOf(value)} ${relation.unit}`
  return {
    source: 'detector',
    rule: 'inconsistent-sources',
    key: `inconsistent-sources:${relation.title}:${x.place}:${y.place}`,
    title: `${relation.title} on ${x.place} disagrees with ${x.place === y.place ? relation.against : y.place}`,
    severity: relation.isDeclared ? 'high' : 'medium',
    count: 1,
    ts,
    ...(bus === undefined ? {} : { bus }),
    explanation: [
      {
        field: nameOf(x),
        observed: relation.isDeclared ? amount(valueX) : textOf(valueX),
        expected: relation.isDeclared
          ? `${amount((valueY - line.offset) / line.gain)} ± ${textOf(latest.tolerance)} by ${y.place}`
          : 'what the other one shows',
      },
      {
        field: nameOf(y),
        observed: amount(valueY),
        expected: `${amount(latest.expected)} ± ${textOf(latest.tolerance)} by ${x.place}`,
      },
      {
        field: 'difference',
        observed: `${amount(latest.residual)} for ${seconds} s`,
        expected: `at most ${amount(latest.tolerance)}: the uncertainty of both`,
      },
      { field: 'suspected source', observed: nameOf(source), expected: why },
    ],
    observables: [
      { kind: 'vin', value: facts.vin },
      ...(bus === undefined ? [] : [{ kind: 'bus', value: bus } as const]),
    ],
    evidence: bus !== undefined ? 'can' : y.place === 'GPS' ? 'position' : 'none',
  }
}

const nameOf = ({ name, place }: Source): string => `${name} ${place === 'GPS' ? 'by' : 'on'} ${place}`

/** Returns a number with as many digits as mean something here. */
function textOf(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 1 ? 1 : 2
  return value.toLocaleString('en', { maximumFractionDigits: digits })
}
