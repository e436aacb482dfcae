import { attackVectors, cvssMetrics, feasibilities, impactLevels, type Method, potentialFactors } from './method.ts'

/**
 * Why a method is not valid, by field: it must never rate a harder attack as easier, or a worse impact as a lower risk
 * (rule METHOD-1). Empty: it is valid.
 */
export function whyNotMethod(method: Method): Readonly<Record<string, string>> {
  return Object.fromEntries([...levelsWrong(method), ...thresholdsWrong(method), ...tablesWrong(method)])
}

type Wrong = readonly [where: string, why: string]

const isAscending = (values: readonly number[]) => values.every((value, i) => i === 0 || value >= values[i - 1]!)
const isRising = (values: readonly number[]) => values.every((value, i) => i === 0 || value > values[i - 1]!)

function levelsWrong({ potential, cvss }: Method): Wrong[] {
  const factors = potentialFactors.filter(
    (factor) => !isAscending(potential.factors[factor].levels.map(({ value }) => value)),
  )
  const metrics = cvssMetrics.filter((metric) => !isAscending(cvss.metrics[metric].levels.map(({ value }) => -value)))
  return [
    ...factors.map((factor): Wrong => [
      `potential.factors.${factor}`,
      `${potential.factors[factor].label}: the value of a harder level must not be lower than the one before.`,
    ]),
    ...metrics.map((metric): Wrong => [
      `cvss.metrics.${metric}`,
      `${cvss.metrics[metric].label}: the easiest level comes first and has the highest value.`,
    ]),
  ]
}

function thresholdsWrong({ potential: { thresholds: effort }, cvss: { thresholds: exploitability } }: Method): Wrong[] {
  const wrong: Wrong[] = []
  if (!isRising([effort.medium, effort.low, effort['very-low']]))
    wrong.push(['potential.thresholds', 'Attack potential: medium begins below low, and low below very low.'])
  if (!isRising([exploitability.low, exploitability.medium, exploitability.high]))
    wrong.push(['cvss.thresholds', 'Exploitability: low begins below medium, and medium below high.'])
  // values are shown and compared with two decimals
  if (Object.values(effort).some(isFiner))
    wrong.push(['potential.thresholds', 'Attack potential: thresholds have two decimals at the most.'])
  if (Object.values(exploitability).some(isFiner))
    wrong.push(['cvss.thresholds', 'Exploitability: thresholds have two decimals at the most.'])
  return wrong
}

const isFiner = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) > 1e-6

function tablesWrong({ vector, matrix, cal }: Method): Wrong[] {
  const wrong: Wrong[] = []
  if (!isAscending(attackVectors.map((name) => feasibilities.indexOf(vector[name]))))
    wrong.push(['vector', 'Attack vector: from further away an attack is never less feasible.'])
  for (const impact of impactLevels) {
    if (!isAscending(feasibilities.map((feasibility) => matrix[impact][feasibility])))
      wrong.push([`matrix.${impact}`, `Risk of ${impact} impact: higher feasibility must not lower the risk.`])
    if (!isAscending(attackVectors.map((name) => cal[impact][name])))
      wrong.push([`cal.${impact}`, `CAL of ${impact} impact: from further away it never falls.`])
  }
  for (const feasibility of feasibilities)
    if (!isAscending(impactLevels.map((impact) => matrix[impact][feasibility])))
      wrong.push([
        `matrix.*.${feasibility}`,
        `Risk of ${feasibility.replace('-', ' ')} feasibility: a worse impact must not lower the risk.`,
      ])
  for (const name of attackVectors)
    if (!isAscending(impactLevels.map((impact) => cal[impact][name])))
      wrong.push([`cal.*.${name}`, `CAL of ${name} attacks: a worse impact never lowers it.`])
  return wrong
}
