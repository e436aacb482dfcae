import {
  attackVectors,
  cvssMetrics,
  feasibilities,
  impactLevels,
  type Method,
  potentialFactors,
  stakes,
} from '../methods/method.ts'
import { ratingTypes } from '../program/program-choices.ts'
import type { Block, ReportCell } from '../../core/documents/report.ts'
import type { ReportSource } from './report-source.ts'
import { calWord, capital, plain, riskCell } from './report-words.ts'

type Table = Extract<Block, { is: 'table' }>

const worstFirst = impactLevels.toReversed()
const overallWords: Readonly<Record<Method['impact']['overall'], string>> = {
  max: 'Overall, the worst affected stakeholder decides.',
  'safety-first': 'Overall, safety decides if it is rated above negligible; else the worst affected stakeholder.',
}

/** Everything that turned ratings into risk: words, levels, thresholds and tables of the method (rule EXCHANGE-21). */
export function* methodBlocks({ method: { name, version, content } }: ReportSource): Generator<Block> {
  const { impact, potential, cvss, vector, matrix, cal, deciding, attention } = content
  yield {
    is: 'text',
    text:
      `${name}, version ${version}. Risk is decided by ` +
      `${deciding === 'cvss' ? ratingTypes.cvss : ratingTypes[deciding].toLowerCase()}. ` +
      `A risk of ${attention} or more takes more than retaining it.`,
  }
  yield { is: 'heading', text: 'Impact' }
  yield byImpact(stakes.map((stake) => [capital(stake), (level) => impact.words[stake][level] || '–']))
  yield { is: 'text', text: overallWords[impact.overall] }
  yield { is: 'heading', text: 'Attack potential' }
  yield levelsTable(
    'Factor',
    potentialFactors.map((factor) => potential.factors[factor]),
  )
  yield {
    is: 'text',
    text:
      `Less than ${potential.thresholds.medium} is high, from ${potential.thresholds.medium} medium, ` +
      `from ${potential.thresholds.low} low, from ${potential.thresholds['very-low']} very low. ` +
      'Where all steps are needed, ' +
      `${potential.and === 'max' ? 'the hardest of each factor counts' : 'factors are added'}.`,
  }
  yield { is: 'heading', text: 'CVSS exploitability' }
  yield levelsTable(
    'Metric',
    cvssMetrics.map((metric) => cvss.metrics[metric]),
  )
  yield {
    is: 'text',
    text:
      `Exploitability is ${cvss.coefficient} times all of them: from ${cvss.thresholds.high} high, ` +
      `from ${cvss.thresholds.medium} medium, from ${cvss.thresholds.low} low, less is very low.`,
  }
  yield { is: 'heading', text: 'Attack vector' }
  yield {
    is: 'table',
    columns: attackVectors.map((each) => ({ title: capital(each), width: 25 })),
    rows: [attackVectors.map((each) => plain(vector[each]))],
  }
  yield { is: 'heading', text: 'Risk matrix' }
  yield byImpact(
    feasibilities.map((feasibility) => [
      `${plain(feasibility)} feasibility`,
      (level) => riskCell(matrix[level][feasibility]),
    ]),
  )
  yield { is: 'heading', text: 'Cybersecurity assurance level (CAL)' }
  yield byImpact(attackVectors.map((each) => [capital(each), (level) => calWord(cal[level][each])]))
}

/** A table with a line for each level of impact, the worst first. */
function byImpact(
  columns: readonly (readonly [title: string, cell: (level: (typeof impactLevels)[number]) => ReportCell])[],
): Table {
  return {
    is: 'table',
    columns: [{ title: 'Impact', width: 20 }, ...columns.map(([title]) => ({ title, width: 20 }))],
    rows: worstFirst.map((level) => [level, ...columns.map(([, cell]) => cell(level))]),
  }
}

function levelsTable(
  what: string,
  rows: readonly {
    readonly label: string
    readonly levels: readonly { readonly label: string; readonly value: number }[]
  }[],
): Table {
  return {
    is: 'table',
    columns: [
      { title: what, width: 25 },
      { title: 'Levels and what they count', width: 75 },
    ],
    rows: rows.map(({ label, levels }) => [label, levels.map((level) => `${level.label} ${level.value}`).join('; ')]),
  }
}
