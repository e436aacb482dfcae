import { previewMethod } from '@carapace/shared/lifecycle/methods/methods.contract'
import type { z } from 'zod'
import { number } from '../../core/format/format.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { type Requested, useEndpoint } from '../../core/call/query.ts'
import { RiskChange } from '../rating/risk-chip.tsx'
import '../projects/projects.css'

type Previewed = z.output<typeof previewMethod.output>

/** What a version of a method would change in a program (rule METHOD-5). */
export function usePreview(programUuid: string, methodUuid: string | null): Requested<Previewed> {
  return useEndpoint(previewMethod, {
    program_uuid: programUuid,
    ...(methodUuid !== null && { method_uuid: methodUuid }),
  })
}

/** The threat scenarios whose risk or CAL would change, with the new values. */
export function PreviewTable({ data, problem, refetch }: Requested<Previewed>) {
  if (data === undefined)
    return problem === undefined ? (
      <SkeletonRows rows={6} columns={['80px', '2fr', '80px', '80px']} />
    ) : (
      <ErrorState title="The preview did not load" onRetry={refetch}>
        {problem}
      </ErrorState>
    )
  return (
    <>
      <p className="pg-counts num" role="status">
        <span>
          <b>{number(data.changed)}</b> of {number(data.scenarios)} scenarios change
        </span>
      </p>
      {data.changes.length > 0 && (
        <div className="c-scroll" tabIndex={0} role="group" aria-label="What would change">
          <table className="c-table">
            <thead>
              <tr>
                <th scope="col">Scenario</th>
                <th scope="col">Title</th>
                <th scope="col">Initial</th>
                <th scope="col">Today</th>
                <th scope="col">Target</th>
                <th scope="col">CAL</th>
              </tr>
            </thead>
            <tbody>
              {data.changes.map((change) => (
                <Change key={change.uuid} change={change} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data.changed > data.changes.length && <p className="c-note">The first {data.changes.length} are shown.</p>}
    </>
  )
}

function Change({ change: { code, title, before, after } }: { readonly change: Previewed['changes'][number] }) {
  return (
    <tr>
      <td className="mono">{code}</td>
      <td title={title}>{title}</td>
      {(['initial', 'today', 'target'] as const).map((scenario) => (
        <td key={scenario}>
          <RiskChange from={before[scenario]} to={after[scenario]} />
        </td>
      ))}
      <td className="num">
        {before.cal ?? '–'} → {after.cal ?? '–'}
      </td>
    </tr>
  )
}
