import { cryptoClasses, cryptoSeverities } from '@carapace/shared/sbom/cbom/crypto-rules'
import { useMemo } from 'react'
import { Chart, type EChartsOption } from '../../core/chart/chart.tsx'
import { type ChartColours, useChartColours } from '../../core/chart/colours.ts'
import { severityPatterns } from '../../core/chart/severity-pattern.ts'
import { number, sentenceCase } from '../../core/format/format.ts'
import { Panel } from '../../core/ui/panel.tsx'
import { SeverityGlyph } from '../../core/ui/severity-glyph.tsx'
import type { CryptoPageProps, Posture } from './page-props.ts'
import { onTab } from './search.ts'
import { classNames, shareText, typeNames } from './words.ts'

/** Programs in the chart: of more, those with the most broken rules. */
const mostBars = 12

type Program = Posture['programs'][number]

interface OverviewTabProps extends CryptoPageProps {
  readonly posture: Posture
}

/** The posture by program and by class (rule CBOM-UI-2). */
export function OverviewTab({ search, go, posture: { posture, programs } }: OverviewTabProps) {
  return (
    <div className="sb-grid cb-overview">
      <Panel title="Broken rules by program">
        <Bars programs={programs} />
      </Panel>
      <Panel title="Assets by class of broken rules">
        <ul className="cb-classes">
          {cryptoClasses.map((each) => (
            <li key={each}>
              <button
                type="button"
                className="sb-link"
                disabled={posture.by_class[each] === 0}
                onClick={() => go({ ...onTab(search, 'assets'), class: each })}
              >
                {classNames[each]}
              </button>
              <span className="num">{number(posture.by_class[each])}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Programs" className="cb-wide">
        <Programs programs={programs} onChoose={(uuid) => go({ ...onTab(search, 'overview'), projectId: uuid })} />
      </Panel>
    </div>
  )
}

const nameOf = ({ program_uuid: uuid, name }: Program): string => (uuid === null ? 'Other software' : name)
const hitsOf = ({ posture }: Program): number =>
  Object.values(posture.by_severity).reduce((sum, count) => sum + count, 0)

function Bars({ programs }: { readonly programs: readonly Program[] }) {
  const colours = useChartColours()
  const shown = useMemo(
    () => programs.toSorted((one, other) => hitsOf(other) - hitsOf(one)).slice(0, mostBars),
    [programs],
  )
  const option = useMemo(() => optionOf(shown, colours), [shown, colours])
  const label = shown.map((program) => `${nameOf(program)} ${number(hitsOf(program))}`).join(', ')
  return (
    <>
      <p className="cb-key">
        {cryptoSeverities.map((severity) => (
          <span key={severity}>
            <SeverityGlyph severity={severity} /> {sentenceCase(severity)}
          </span>
        ))}
      </p>
      <div className="cb-chart" style={{ height: `${Math.max(120, shown.length * 28 + 32)}px` }}>
        <Chart option={option} label={`Broken rules by program: ${label}`} />
      </div>
    </>
  )
}

function optionOf(programs: readonly Program[], { fill, panel }: ChartColours): EChartsOption {
  // the first category is drawn at the bottom
  const rows = programs.toReversed()
  return {
    grid: { left: 8, right: 16, top: 8, bottom: 20, containLabel: true },
    xAxis: { type: 'value', minInterval: 1, splitNumber: 4 },
    yAxis: { type: 'category', data: rows.map(nameOf), axisLabel: { width: 160, overflow: 'truncate' } },
    series: cryptoSeverities.map((severity) => ({
      type: 'bar' as const,
      name: sentenceCase(severity),
      stack: 'severity',
      barMaxWidth: 16,
      color: fill[severity],
      itemStyle: severityPatterns[severity] && { decal: { ...severityPatterns[severity], color: panel } },
      data: rows.map(({ posture }) => posture.by_severity[severity]),
    })),
  }
}

interface ProgramsProps {
  readonly programs: readonly Program[]
  readonly onChoose: (uuid: string) => void
}

function Programs({ programs, onChoose }: ProgramsProps) {
  return (
    <table className="c-table">
      <thead>
        <tr>
          <th scope="col">Program</th>
          <th scope="col" className="c-number">
            {typeNames.algorithm}s
          </th>
          <th scope="col" className="c-number">
            Quantum-safe
          </th>
          <th scope="col" className="c-number">
            Weak
          </th>
          <th scope="col" className="c-number">
            Deprecated
          </th>
          <th scope="col" className="c-number">
            Certificates
          </th>
        </tr>
      </thead>
      <tbody>
        {programs.map((program) => {
          const { program_uuid: uuid, posture } = program
          return (
            <tr key={uuid ?? ''}>
              <td>
                {uuid === null ? (
                  nameOf(program)
                ) : (
                  <button type="button" className="sb-link" onClick={() => onChoose(uuid)}>
                    {program.name}
                  </button>
                )}
              </td>
              <td className="c-number num">{number(posture.assets.algorithm)}</td>
              <td className="c-number num">{shareText(posture.quantum.share)}</td>
              <td className="c-number num">{number(posture.by_class.weak)}</td>
              <td className="c-number num">{number(posture.by_class.deprecated)}</td>
              <td className="c-number num">{number(posture.assets.certificate)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
