import { Badge } from '../../core/ui/status-badge.tsx'
import type { DifferenceAnswer, MoreDifferences } from '../../graph/collaboration/difference-dialog.tsx'
import { riskSides } from './risk-words.ts'

/** The changes of risks between two baselines. */
export const riskDifferences: MoreDifferences = {
  rows: ({ risks }) => risks.map((risk) => <RiskRow key={risk.uuid} risk={risk} />),
  counts: ({ risks }) => [['risks changed', risks]],
}

function RiskRow({
  risk: { code, title, before, after, method_before: methodBefore, method_after: methodAfter },
}: {
  readonly risk: DifferenceAnswer['risks'][number]
}) {
  return (
    <tr>
      <td>
        <span className="mono">{code}</span>
      </td>
      <td>
        <Badge tone="yellow">risk</Badge>
      </td>
      <td>
        {title}
        {riskSides(before, after).map(({ field, was, is }) => (
          <div key={field} className="pg-sides">
            <span className="pg-note">{field}</span>
            <del>{was}</del>
            <ins>{is}</ins>
          </div>
        ))}
        {methodBefore !== null && methodBefore !== methodAfter && (
          <div className="pg-sides">
            <span className="pg-note">Method</span>
            <del>{methodBefore}</del>
            <ins>{methodAfter}</ins>
          </div>
        )}
      </td>
    </tr>
  )
}
