import { Button } from '@blueprintjs/core'
import { CalendarIcon } from '@blueprintjs/icons'
import { getAgreementCompliance } from '@carapace/shared/interface-agreement/row-details.contract'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { ColumnChoice, DataTable } from '../../core/table/data-table.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { AgreementFrame } from '../frame/agreement-frame.tsx'
import type { AgreementContext } from '../use-agreement.ts'
import { type ComplianceSearch, complianceTabs, type DueFilter, dueFilters } from '../search.ts'
import { useRereadOn } from '../use-agreement.ts'
import { counted } from '../words.ts'
import { columnsOf } from './columns.tsx'
import { DeliveriesTab } from './deliveries-tab.tsx'
import { byDue, countsOf, passes, soonDays } from './due-rows.ts'
import { RowPanel } from './row-panel.tsx'
import '../../core/ui/form.css'
import './compliance.css'

interface CompliancePageProps {
  readonly search: ComplianceSearch
  readonly go: (search: ComplianceSearch, replace?: boolean) => void
}

/** When each work product is due, what was exchanged, and its evidence (rules AGREEMENT-UI-13, AGREEMENT-UI-14). */
export function CompliancePage({ search, go }: CompliancePageProps) {
  return (
    <AgreementFrame title="Compliance" search={search} renderTools={() => <Tabs search={search} />}>
      {(context) => <Compliance {...context} search={search} go={go} />}
    </AgreementFrame>
  )
}

const tabTexts = { rows: 'Work products', deliveries: 'Deliveries' } as const

function Tabs({ search }: { readonly search: ComplianceSearch }) {
  const shown = search.tab ?? 'rows'
  return (
    <nav className="c-tabs" aria-label="Compliance">
      {complianceTabs.map((tab) => (
        <Link
          key={tab}
          className="c-tab"
          to="/org/interface-agreement/compliance"
          search={{ ...search, tab }}
          aria-current={tab === shown ? 'page' : undefined}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {tabTexts[tab]}
        </Link>
      ))}
    </nav>
  )
}

function Compliance(props: AgreementContext & CompliancePageProps) {
  const { agreement, exchange, search, go, refusal } = props
  const { data, problem, refetch } = useEndpoint(getAgreementCompliance, { agreement_uuid: agreement.uuid })
  useRereadOn(exchange, refetch)
  // the agreed values decide when rows are due, and the cover states the periods
  useRereadOn(agreement.seq, refetch)
  useRereadOn(props.pages, refetch)
  const open = data?.rows.find(({ row }) => row === search.row)
  return (
    <>
      {search.tab === 'deliveries' ? (
        <DeliveriesTab
          agreement={agreement}
          exchange={exchange}
          chosen={search.row}
          onOpen={(row) => go({ ...search, row })}
        />
      ) : (
        <Rows {...props} data={data} problem={problem} onRetry={refetch} />
      )}
      {open !== undefined && data !== undefined && (
        <RowPanel
          key={open.row}
          agreement={agreement}
          exchange={exchange}
          line={open}
          today={data.today}
          program={data.program}
          refusal={refusal}
          isOfDelivery={search.tab === 'deliveries'}
          onDone={refetch}
          onClose={() => go({ ...search, row: undefined })}
        />
      )}
    </>
  )
}

interface RowsProps extends AgreementContext, CompliancePageProps {
  readonly data: ReturnType<
    typeof useEndpoint<typeof getAgreementCompliance.input, typeof getAgreementCompliance.output>
  >['data']
  readonly problem: string | undefined
  readonly onRetry: () => void
}

const tableId = 'interface-agreement-compliance'

function Rows({ agreement, search, go, data, problem, onRetry }: RowsProps) {
  const today = data?.today ?? ''
  const columns = useMemo(() => columnsOf(agreement, today), [agreement, today])
  const rows = useMemo(
    () => data && byDue(data.rows).filter((row) => passes(row, search.due, data.today)),
    [data, search.due],
  )
  return (
    <div className="ia-main">
      <div className="c-toolbar">
        <Filters search={search} go={go} counts={data && countsOf(data.rows, data.today)} />
        {data !== undefined && data.program === null && (
          <span className="c-note">No own program is chosen: there is no evidence to show. Choose one in More.</span>
        )}
        <span className="c-toolbar-total num" role="status">
          {rows === undefined ? '' : counted(rows.length, 'work product')}
        </span>
        <ColumnChoice id={tableId} columns={columns} />
      </div>
      <DataTable
        id={tableId}
        label="Work products"
        columns={columns}
        rows={rows}
        keyOf={({ row }) => String(row)}
        {...(search.row !== undefined && { selectedKey: String(search.row) })}
        onOpen={({ row }) => go({ ...search, row })}
        {...(data === undefined && problem !== undefined && { problem })}
        onRetry={onRetry}
        empty={
          <EmptyState icon={<CalendarIcon size={24} />} title={emptyTitles[search.due ?? 'all']}>
            Days follow from the date and the update cycle of a row, and from the periods on the cover.
          </EmptyState>
        }
      />
    </div>
  )
}

const emptyTitles = {
  all: 'There are no work products',
  overdue: 'Nothing is overdue',
  soon: `Nothing is due in ${soonDays} days`,
  'without-evidence': 'Every work product has evidence',
} as const

const filterTexts: Readonly<Record<DueFilter, string>> = {
  overdue: 'Overdue',
  soon: `Due in ${soonDays} days`,
  'without-evidence': 'Without evidence',
}

interface FiltersProps extends CompliancePageProps {
  readonly counts: Readonly<Record<DueFilter, number>> | undefined
}

function Filters({ search, go, counts }: FiltersProps) {
  return (
    <div className="ia-filters" role="group" aria-label="Shown work products">
      {([undefined, ...dueFilters] as const).map((due) => (
        <Button
          key={due ?? 'all'}
          variant="minimal"
          size="small"
          active={search.due === due}
          aria-pressed={search.due === due}
          onClick={() => go({ ...search, due }, true)}
        >
          {due === undefined ? 'All' : filterTexts[due]}{' '}
          {due !== undefined && counts !== undefined && (
            <span className={due === 'overdue' && counts.overdue > 0 ? 'num ia-alarm' : 'num ia-faint'}>
              {counts[due]}
            </span>
          )}
        </Button>
      ))}
    </div>
  )
}
