import { Button } from '@blueprintjs/core'
import { PlusIcon, SmallTickIcon } from '@blueprintjs/icons'
import { sparkPath } from '../../../../core/chart/spark-path.ts'
import { useBench } from '../../bench.ts'
import type { Detail, SignalRow } from '../../engine/protocol.ts'
import { toggledPlot } from '../../search.ts'
import '../../../../core/chart/chart.css'

/** The decoded signals of the payload; a click plots a signal. */
export function SignalTable({ detail }: { readonly detail: Detail }) {
  const { look, lookAt, plotted } = useBench()
  if (detail.signals.length === 0) {
    return (
      <p className="an-quiet">
        {detail.name === undefined
          ? 'No database knows this id: its bits are all there is to see.'
          : 'The database names no signal of it.'}
      </p>
    )
  }
  return (
    <div className="an-signals" tabIndex={0} role="region" aria-label="Signals">
      <table>
        <thead>
          <tr>
            <th scope="col">Signal</th>
            <th scope="col">Bits</th>
            <th scope="col" className="an-number">
              Raw
            </th>
            <th scope="col" className="an-number">
              Value
            </th>
            <th scope="col" className="an-number an-range">
              Range
            </th>
            <th scope="col" className="an-spark-cell">
              Course
            </th>
            <th scope="col">
              <span className="c-visually-hidden">Plot</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {detail.signals.map((signal) => {
            const name = `${detail.name}.${signal.name}`
            return (
              <Row
                key={signal.name}
                signal={signal}
                isPlotted={plotted.includes(name)}
                onPlot={() => lookAt({ ...look, plot: toggledPlot(plotted, name) }, true)}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  readonly signal: SignalRow
  readonly isPlotted: boolean
  readonly onPlot: () => void
}

function Row({ signal, isPlotted, onPlot }: RowProps) {
  const { name, bitsText, raw, text, unit, range, isOutOfRange, isAbsent, colour } = signal
  return (
    <tr className={isPlotted ? 'an-plotted' : undefined} data-absent={isAbsent}>
      <td title={name}>
        <i className={`an-swatch an-c${colour}`} aria-hidden />
        {name}
      </td>
      <td className="num an-faint">{bitsText}</td>
      <td className="num an-number" title={raw}>
        {isAbsent ? '\u2013' : raw}
      </td>
      <td className="num an-number" title={`${text} ${unit}`}>
        {isAbsent ? (
          <span className="an-faint">not in this frame</span>
        ) : (
          <>
            <b className={isOutOfRange ? 'an-off' : undefined}>{text}</b> {unit}
          </>
        )}
      </td>
      <td className="num an-number an-faint an-range">{range}</td>
      <td className="an-spark-cell">
        <Spark signal={signal} />
      </td>
      <td>
        <Button
          size="small"
          variant="minimal"
          icon={isPlotted ? <SmallTickIcon /> : <PlusIcon size={12} />}
          aria-pressed={isPlotted}
          aria-label={`Plot ${name}`}
          onClick={onPlot}
        />
      </td>
    </tr>
  )
}

const spark = { width: 64, height: 16 }

function Spark({ signal: { spark: values, isConstant, colour } }: { readonly signal: SignalRow }) {
  if (isConstant) return <span className="an-faint">constant</span>
  return (
    <svg
      className={`ch-spark an-c${colour}`}
      viewBox={`0 0 ${spark.width} ${spark.height}`}
      width={spark.width}
      height={spark.height}
      aria-hidden
    >
      <path d={sparkPath(Array.from(values), spark.width, spark.height)} />
    </svg>
  )
}
