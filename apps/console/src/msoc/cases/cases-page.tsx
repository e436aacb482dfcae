import { Button } from '@blueprintjs/core'
import { BriefcaseIcon, FilterRemoveIcon, WarningSignIcon } from '@blueprintjs/icons'
import { caseStages } from '@carapace/shared/msoc/cases/cases'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import { severities } from '@carapace/shared/msoc/severity'
import { Link, useNavigate } from '@tanstack/react-router'
import { number, sentenceCase } from '../../core/format/format.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { ColumnChoice, DataTable } from '../../core/table/data-table.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { FilterMenu } from '../../core/ui/filter-menu.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { SeverityGlyph } from '../../core/ui/severity-glyph.tsx'
import { SavedViews } from '../../core/views/saved-views.tsx'
import { columns, tableId } from './columns.tsx'
import { OwnerFilter } from './owner-filter.tsx'
import { casesQueryOf, CasesSearch, filtersOf, narrowed, severitiesIn, stagesIn } from './search.ts'
import { useCases } from './use-cases.ts'
import './cases.css'
import { msocViewPages } from '../view-pages.ts'

interface CasesPageProps {
  readonly search: CasesSearch
  readonly go: (search: CasesSearch) => void
}

const builtIn = [
  { id: 'open', name: 'Open', search: { stage: 'NEW,IN_PROGRESS' } },
  { id: 'mine', name: 'Mine', search: { stage: 'NEW,IN_PROGRESS', owner: 'me' } },
  { id: 'unassigned', name: 'Unassigned', search: { stage: 'NEW,IN_PROGRESS', owner: 'none' } },
  { id: 'all', name: 'All', search: {} },
] as const

const stageChoices = caseStages.map((word) => ({ word, text: sentenceCase(word) }))
const severityChoices = severities.map((word) => ({
  word,
  text: sentenceCase(word),
  icon: <SeverityGlyph severity={word} />,
}))

/** The list of cases: every incident that alerts were escalated to. */
export function CasesPage({ search, go }: CasesPageProps) {
  usePageTitle('Case Management')
  const { rows, total, problem, more, again } = useCases(casesQueryOf(search))
  const navigate = useNavigate()
  const open = ({ uuid }: Case) =>
    void navigate({ to: '/org/msoc/dashboard/case-management/general', search: { case: uuid } })

  return (
    <div className="cs-page">
      <PageHead
        title="Case Management"
        tabs={
          <SavedViews
            page={msocViewPages.cases}
            search={filtersOf(search)}
            current={search.view}
            builtIn={builtIn}
            onApply={(view, id) => go(CasesSearch.parse({ ...view, view: id }))}
          />
        }
      />
      <div className="c-toolbar">
        <SearchField
          value={search.q ?? ''}
          label="Search cases"
          placeholder="Title or CAS number"
          onSearch={(q) => go(narrowed(search, 'q', q))}
        />
        <FilterMenu
          name="Stage"
          choices={stageChoices}
          chosen={stagesIn(search)}
          onChoose={(chosen) => go(narrowed(search, 'stage', chosen))}
        />
        <FilterMenu
          name="Severity"
          choices={severityChoices}
          chosen={severitiesIn(search)}
          onChoose={(chosen) => go(narrowed(search, 'severity', chosen))}
        />
        <OwnerFilter owner={search.owner} onChoose={(owner) => go(narrowed(search, 'owner', owner))} />
        <span className="c-toolbar-total num" role="status">
          {total === undefined ? '' : `${number(total)} ${total === 1 ? 'case' : 'cases'}`}
        </span>
        <ColumnChoice id={tableId} columns={columns} />
      </div>
      {problem !== undefined && rows !== undefined && (
        <p className="cs-outdated" role="alert">
          This list is not up to date: {problem}{' '}
          <Button size="small" variant="outlined" onClick={again}>
            Try again
          </Button>
        </p>
      )}
      <DataTable
        id={tableId}
        label="Cases"
        columns={columns}
        rows={rows}
        keyOf={({ uuid }) => uuid}
        severityOf={({ severity, stage }) => (stage === 'CLOSED' ? undefined : severity)}
        onOpen={open}
        onEnd={more}
        {...(problem !== undefined && { problem })}
        onRetry={again}
        empty={<Nothing search={search} go={go} />}
      />
    </div>
  )
}

function Nothing({ search, go }: CasesPageProps) {
  const filters = Object.keys(filtersOf(search)).length
  const isUsual = filters === 1 && search.stage === builtIn[0].search.stage
  if (filters > 0 && !isUsual) {
    return (
      <EmptyState
        icon={<FilterRemoveIcon size={24} />}
        title="No cases match"
        action={
          <Button variant="outlined" onClick={() => go({ view: 'all' })}>
            {filters === 1 ? 'Clear the filter' : `Clear ${filters} filters`}
          </Button>
        }
      >
        Nothing passes the filters of this view.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<BriefcaseIcon size={24} />}
      title={isUsual ? 'No case is open' : 'No cases yet'}
      action={
        <Link className="bp6-button bp6-outlined" to="/org/msoc/dashboard/alert-management">
          <WarningSignIcon />
          <span>Open cases from alerts in the queue</span>
        </Link>
      }
    >
      A case is opened over alerts: select them in the queue and press e.
    </EmptyState>
  )
}
