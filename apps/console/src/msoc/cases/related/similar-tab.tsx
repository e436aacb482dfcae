import { SearchTemplateIcon } from '@blueprintjs/icons'
import { mergeCases } from '@carapace/shared/msoc/cases/case-actions.contract'
import { type SimilarCase, similarCases } from '@carapace/shared/msoc/cases/case-links.contract'
import type { Severity } from '@carapace/shared/msoc/severity'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useEndpoint } from '../../../core/call/query.ts'
import { date, number } from '../../../core/format/format.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { Loaded } from '../../../core/ui/loaded.tsx'
import { SeverityLabel } from '../../../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { StatusBadge } from '../../../core/ui/status-badge.tsx'
import { caseId } from '../list.ts'
import { useMergeNotice } from '../merging/use-merge-notice.ts'
import { useCasePage } from '../page-context.tsx'

/** Cases that share observables with this one: which, and merging with one click. */
export function SimilarTab() {
  const { detail } = useCasePage()
  const { data, problem, refetch } = useEndpoint(similarCases, { uuid: detail.case.uuid })
  return (
    <section className="c-panel cs-fill" aria-label="Similar cases">
      <div className="c-panel-head">
        <h2>Similar cases {data !== undefined && <span className="cs-note num">{number(data.cases.length)}</span>}</h2>
      </div>
      <Loaded
        what="Similar cases"
        data={data}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={5} columns={['80px', '90px', '2fr', '80px']} rowHeight={48} />}
      >
        {({ cases }) =>
          cases.length === 0 ? (
            <EmptyState icon={<SearchTemplateIcon size={24} />} title="No similar case">
              No other case shares an observable with the alerts of this one.
            </EmptyState>
          ) : (
            <ul className="cs-similar">
              {cases.map((each) => (
                <Similar key={each.uuid} similar={each} onMerged={refetch} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

function Similar({ similar, onMerged }: { readonly similar: SimilarCase; readonly onMerged: () => void }) {
  const { detail, refusal, run } = useCasePage()
  const [busy, setBusy] = useState(false)
  const notice = useMergeNotice()
  const { uuid, title, stage, severity, opened_at: at, shared, shares } = similar
  const merge = async () => {
    setBusy(true)
    const answer = await run(() => call(mergeCases, { uuid, into: detail.case.uuid }))
    if (answer !== undefined) notice(similar, answer.case)
    setBusy(false)
    onMerged()
  }
  return (
    <li>
      <div className="cs-row">
        <SeverityLabel severity={severity as Severity} />
        <Link className="mono" to="/org/msoc/dashboard/case-management/general" search={{ case: uuid }}>
          {caseId(similar)}
        </Link>
        <span className="cs-cell-title">{title}</span>
        <StatusBadge status={stage} />
        <span className="cs-note num">opened {date(at)}</span>
        <span className="cs-right">
          <ActButton refusal={refusal} loading={busy} onClick={() => void merge()}>
            Merge into this case
          </ActButton>
        </span>
      </div>
      <p className="cs-row cs-why">
        <span className="cs-note">
          Shares {number(shares)} {shares === 1 ? 'observable' : 'observables'}:
        </span>
        {shared.map(({ kind, value }) => (
          <span key={`${kind} ${value}`} className="cs-tag">
            {kind.replaceAll('_', ' ').replaceAll('-', ' ')} <span className="mono">{value}</span>
          </span>
        ))}
        {shares > shared.length && <span className="cs-note">and {number(shares - shared.length)} more</span>}
      </p>
    </li>
  )
}
