import { Button, HTMLSelect } from '@blueprintjs/core'
import {
  type HardwareMetric,
  type HardwareMetrics,
  type ModeResult,
  worstModes,
} from '@carapace/shared/functional-safety/metrics'
import { useState } from 'react'
import { number } from '../../core/format/format.ts'
import { ElementLink } from './element-link.tsx'
import { fitText } from './words.ts'

type Order = 'element' | HardwareMetric

const orders: Readonly<Record<Order, string>> = {
  element: 'All, by element',
  spfm: 'Those that lower the single-point fault metric most',
  lfm: 'Those that lower the latent fault metric most',
  pmhf: 'Those that raise the PMHF most',
}

const rates = [
  ['safe', 'Safe'],
  ['singlePoint', 'Single-point'],
  ['residual', 'Residual'],
  ['latent', 'Latent'],
  ['detected', 'Detected'],
  ['pmhf', 'PMHF'],
] as const

/** How many rows a table shows at first, and with each further step. */
export const shownAtOnce = 100

/** The failure rates of the modes of a goal's elements, by what becomes of the faults, in FIT. */
export function RatesTable({ metrics }: { readonly metrics: HardwareMetrics }) {
  const [order, setOrder] = useState<Order>('element')
  const [most, setMost] = useState(shownAtOnce)
  const rows = order === 'element' ? metrics.modes : worstModes(metrics, order, metrics.modes.length)
  return (
    <>
      <div className="fm-head">
        <h3>Failure modes, FIT</h3>
        <HTMLSelect
          aria-label="Which failure modes"
          value={order}
          options={Object.entries(orders).map(([value, label]) => ({ value, label }))}
          onChange={(event) => setOrder(event.currentTarget.value as Order)}
        />
      </div>
      <div className="fm-scroll" tabIndex={0} role="region" aria-label="Failure rates of the modes">
        <table className="fm-table">
          <thead>
            <tr>
              <th scope="col">Element</th>
              <th scope="col">Failure mode</th>
              {rates.map(([key, title]) => (
                <th key={key} scope="col" className="fm-number">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map((row) => (
              <Row key={`${row.element} ${row.mode}`} row={row} />
            ))}
          </tbody>
          <Totals metrics={metrics} />
        </table>
      </div>
      {rows.length > most && (
        <p>
          <Button size="small" variant="outlined" onClick={() => setMost(most + shownAtOnce)}>
            {number(rows.length - most)} more
          </Button>
        </p>
      )}
    </>
  )
}

function Row({ row }: { readonly row: ModeResult }) {
  return (
    <tr>
      <th scope="row" className="fm-element">
        <ElementLink uuid={row.element} isTitled />
      </th>
      <td className="fm-wide" title={row.mode}>
        {row.mode}
      </td>
      {rates.map(([key]) => (
        <td key={key} className="fm-number">
          {row[key] === 0 ? <span className="gr-none">–</span> : fitText(row[key])}
        </td>
      ))}
    </tr>
  )
}

/** Of all modes, also where the table shows some. */
function Totals({ metrics }: { readonly metrics: HardwareMetrics }) {
  const all = { ...metrics.rates, pmhf: metrics.pmhf }
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={2}>
          All modes
        </th>
        {rates.map(([key]) => (
          <td key={key} className="fm-number">
            {fitText(all[key])}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
