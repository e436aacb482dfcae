import { Button } from '@blueprintjs/core'
import type { HardwareMetrics, ModeName } from '@carapace/shared/functional-safety/metrics'
import { useState } from 'react'
import { number } from '../../core/format/format.ts'
import { ElementLink } from './element-link.tsx'
import { shownAtOnce } from './rates-table.tsx'
import { fitText } from './words.ts'

/** The dual-point failures, the highest first, and the modes that are missing from them (rule METRIC-5). */
export function DualPoints({ metrics: { dualPoints, unpaired } }: { readonly metrics: HardwareMetrics }) {
  const [most, setMost] = useState(shownAtOnce)
  return (
    <>
      <h3>Dual-point failures</h3>
      {dualPoints.length === 0 ? (
        <p className="c-note">No failure mode disables a mechanism that covers another one.</p>
      ) : (
        <div className="fm-scroll" tabIndex={0} role="region" aria-label="Dual-point failures">
          <table className="fm-table">
            <thead>
              <tr>
                <th scope="col">Fault</th>
                <th scope="col">Fault of the mechanism</th>
                <th scope="col">Mechanism</th>
                <th scope="col" className="fm-number">
                  PMHF, FIT
                </th>
              </tr>
            </thead>
            <tbody>
              {dualPoints.slice(0, most).map(({ mechanism, fault, disabling, pmhf }, at) => (
                <tr key={at}>
                  <th scope="row">
                    <ModeOf {...fault} />
                  </th>
                  <td>
                    <ModeOf {...disabling} />
                  </td>
                  <td className="fm-wide" title={mechanism}>
                    {mechanism}
                  </td>
                  <td className="fm-number">{fitText(pmhf)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {dualPoints.length > most && (
        <p>
          <Button size="small" variant="outlined" onClick={() => setMost(most + shownAtOnce)}>
            {number(dualPoints.length - most)} more
          </Button>
        </p>
      )}
      <Unpaired modes={unpaired} />
    </>
  )
}

function ModeOf({ element, mode }: ModeName) {
  return (
    <>
      <ElementLink uuid={element} /> {mode}
    </>
  )
}

/** How many of them are named. */
const mostNamed = 10

function Unpaired({ modes }: { readonly modes: readonly ModeName[] }) {
  if (modes.length === 0) return null
  return (
    <p className="c-note">
      The PMHF lacks the pairs of {number(modes.length)} {modes.length === 1 ? 'failure mode' : 'failure modes'}, of
      which it is not stated what disables their mechanism or which mechanism they disable:{' '}
      {modes.slice(0, mostNamed).map(({ element, mode }, at) => (
        <span key={`${element} ${mode}`}>
          {at > 0 && ', '}
          <ModeOf element={element} mode={mode} />
        </span>
      ))}
      {modes.length > mostNamed && ` and ${number(modes.length - mostNamed)} more`}.
    </p>
  )
}
