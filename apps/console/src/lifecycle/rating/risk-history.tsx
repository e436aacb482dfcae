import { Button } from '@blueprintjs/core'
import { getRiskHistory } from '@carapace/shared/lifecycle/rating/tara.contract'
import type { z } from 'zod'
import { call } from '../../core/call/call.ts'
import { dateTime } from '../../core/format/format.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { usePages } from '../../core/call/use-pages.ts'
import { riskSides } from './risk-words.ts'

type Risk = z.output<typeof getRiskHistory.output>['risks'][number]

/** The history of a threat scenario's risk, with the method of each value, the latest first. */
export function RiskHistory({ uuid }: { readonly uuid: string }) {
  const { rows, problem, whole, more, retry } = usePages([getRiskHistory.path, uuid], async (before, signal) => {
    const { risks, next } = await call(
      getRiskHistory,
      { uuid, ...(before !== undefined && { before: Number(before) }) },
      { signal },
    )
    return { rows: risks, next: next === null ? null : String(next) }
  })
  if (rows === undefined && problem !== undefined)
    return (
      <ErrorState title="What the risk was did not load" onRetry={retry}>
        {problem}
      </ErrorState>
    )
  if (rows === undefined || rows.length === 0) return null
  return (
    <>
      <h3 className="gr-history-title">Risk</h3>
      <ol className="gr-history" aria-label="Risk">
        {rows.map((risk, place) =>
          place === rows.length - 1 && !whole ? null : <OneRisk key={risk.seq} risk={risk} before={rows[place + 1]} />,
        )}
      </ol>
      {!whole && (
        <Button className="gr-history-more" size="small" variant="outlined" text="Earlier risks" onClick={more} />
      )}
    </>
  )
}

function OneRisk({ risk, before }: { readonly risk: Risk; readonly before: Risk | undefined }) {
  const sides = riskSides(before ?? null, risk)
  return (
    <li>
      <span className="gr-history-head">
        <b>Rated</b> by {risk.method} <span className="num gr-history-at">{dateTime(risk.at)}</span>
      </span>
      {sides.length > 0 && (
        <dl>
          {sides.map(({ field, was, is }) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>
                {before && (
                  <>
                    <del>{was}</del>{' '}
                  </>
                )}
                <ins>{is}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
