import type { AgreementSummary } from '@carapace/shared/interface-agreement/agreements.contract'

/** How many work products are agreed, with a small bar. */
export function AgreedBar({ agreed, rows }: Pick<AgreementSummary, 'agreed' | 'rows'>) {
  return (
    <span className="ia-agreed-cell">
      <span className="ia-track" aria-hidden>
        <i style={{ width: rows === 0 ? 0 : `${(agreed / rows) * 100}%` }} />
      </span>
      <span className="num">
        {agreed} of {rows}
      </span>
    </span>
  )
}
