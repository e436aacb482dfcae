import { ManualIcon } from '@blueprintjs/icons'
import { getLicenceSummary } from '@carapace/shared/sbom/policies.contract'
import { Link } from '@tanstack/react-router'
import { useEndpoint } from '../../core/call/query.ts'
import { number } from '../../core/format/format.ts'
import { type Column, DataTable } from '../../core/table/data-table.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { VerdictBadge } from '../verdict.tsx'
import type { TabProps } from './page-props.ts'

type LicenceRow = (typeof getLicenceSummary)['output']['_output']['licences'][number]

const columns: readonly Column<LicenceRow>[] = [
  {
    key: 'licence',
    title: 'Licence',
    width: 320,
    grow: 3,
    always: true,
    render: ({ licence }) => (licence === '' ? <i>None is given</i> : licence),
    text: ({ licence }) => licence,
  },
  {
    key: 'verdict',
    title: 'Policy',
    width: 96,
    always: true,
    render: ({ verdict }) => <VerdictBadge verdict={verdict} />,
  },
  { key: 'components', title: 'Components', width: 96, numeric: true, render: ({ components }) => number(components) },
  {
    key: 'known',
    title: 'SPDX',
    width: 88,
    priority: 2,
    render: ({ is_known: isKnown, licence }) => (licence === '' ? '' : isKnown ? 'Known' : 'Not known'),
  },
  {
    key: 'reason',
    title: 'Why',
    width: 320,
    grow: 2,
    priority: 1,
    render: ({ reason }) => reason,
    text: ({ reason }) => reason,
  },
]

/** The licences of a release with the policy's verdicts; a row leads to its components (rule SBOM-UI-9). */
export function LicencesTab({ release, search, go }: TabProps) {
  const { data, problem, refetch } = useEndpoint(
    getLicenceSummary,
    { release_uuid: release.uuid },
    { keepPrevious: false },
  )
  const { components } = data ?? {}
  return (
    <div className="sb-main">
      <div className="c-toolbar">
        {components && (
          <span className="sb-verdicts num" role="status">
            <VerdictBadge verdict="allow" /> {number(components.allow ?? 0)}
            <VerdictBadge verdict="review" /> {number(components.review ?? 0)}
            <VerdictBadge verdict="deny" /> {number(components.deny ?? 0)}
          </span>
        )}
        <Link className="c-toolbar-total" to="/org/sbom/configuration" search={{}}>
          Change the policy
        </Link>
      </div>
      {data?.is_cut && <p className="c-note sb-pad">Only the 2,000 most frequent licences are shown.</p>}
      <DataTable
        id="sbom-licences"
        label="Licences"
        columns={columns}
        rows={data?.licences}
        keyOf={({ licence }) => licence}
        onOpen={({ licence }) =>
          go({
            projectId: search.projectId,
            release: release.uuid,
            tab: 'table',
            ...(licence === '' ? { unlicensed: true as const } : { licence }),
          })
        }
        {...(data === undefined && problem !== undefined && { problem })}
        onRetry={refetch}
        empty={
          <EmptyState icon={<ManualIcon size={24} />} title="No licences">
            The document lists no components.
          </EmptyState>
        }
      />
    </div>
  )
}
