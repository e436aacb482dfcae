import { Button } from '@blueprintjs/core'
import { EyeOpenIcon, FilterRemoveIcon } from '@blueprintjs/icons'
import {
  createObservables,
  exportObservables,
  exportStix,
  type ObservableRow,
} from '@carapace/shared/msoc/observables/observables.contract'
import { download } from '../../../core/call/download.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { useHotkeys } from '../../../core/hotkeys/hotkeys.ts'
import { usePageTitle } from '../../../core/page/page-title.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ColumnChoice, DataTable } from '../../../core/table/data-table.tsx'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { PageHead } from '../../../core/ui/page-head.tsx'
import { SearchField } from '../../../core/ui/search-field.tsx'
import { SavedViews } from '../../../core/views/saved-views.tsx'
import { SelectionProvider } from '../../../core/table/selection.tsx'
import { msocViewPages } from '../../view-pages.ts'
import { AnalyzersTab } from '../analyzers/analyzers-tab.tsx'
import { ListsTab } from '../lists/lists-tab.tsx'
import { filtersOf, type ObservablesSearch, queryOf, searchOfView } from '../search.ts'
import { observablesText } from '../words.ts'
import { BulkBar } from './bulk-bar.tsx'
import { columns, tableId } from './columns.tsx'
import { Filters } from './filters.tsx'
import { useObservables } from './use-observables.ts'
import '../../rules/rules.css'
import '../observables.css'

interface ObservablesPageProps {
  readonly search: ObservablesSearch
  readonly go: (search: ObservablesSearch, replace?: boolean) => void
  readonly onOpen: (row: ObservableRow) => void
  readonly onCreate: () => void
}

const builtIn = [
  { id: 'all', name: 'All', search: {} },
  { id: 'indicators', name: 'Indicators', search: { ioc: 'true' } },
  { id: 'week', name: 'Last 7 days', search: { days: '7' } },
] as const

/** The observables of the organisation, with its lists and its analyzers (rules OBSERVABLE-UI-1 to 4). */
export function ObservablesPage(props: ObservablesPageProps) {
  const { search, go, onCreate } = props
  usePageTitle('Observables')
  const refusal = useRefusal(createObservables)
  const create = () => refusal === undefined && onCreate()
  useHotkeys([{ keys: 'n', title: 'Add observables', group: 'Observables', run: create }])
  const tabOf = (tab: ObservablesSearch['tab'], name: string) => (
    <button
      type="button"
      className="c-tab"
      aria-current={search.tab === tab ? 'page' : undefined}
      onClick={() => go({ tab })}
    >
      {name}
    </button>
  )
  return (
    <SelectionProvider>
      <div className="ru-page ob-page">
        <PageHead
          title="Observables"
          tabs={
            search.tab === undefined && (
              <SavedViews
                page={msocViewPages.observables}
                search={filtersOf(search)}
                current={search.view}
                builtIn={builtIn}
                onApply={(view, id) => go({ ...searchOfView(view), view: id })}
              />
            )
          }
        >
          <ActButton
            size="medium"
            intent="primary"
            variant="solid"
            keys="n"
            text="Add observables"
            refusal={refusal}
            onClick={create}
          />
        </PageHead>
        <nav className="ru-tabs c-tabs" aria-label="Views of this page">
          {tabOf(undefined, 'Observables')}
          {tabOf('lists', 'Lists')}
          {tabOf('analyzers', 'Analyzers')}
        </nav>
        {search.tab === undefined && <Observables {...props} refusal={refusal} />}
        {search.tab === 'lists' && <ListsTab onShow={(list) => go({ list })} />}
        {search.tab === 'analyzers' && <AnalyzersTab />}
      </div>
    </SelectionProvider>
  )
}

function Observables({
  search,
  go,
  onOpen,
  onCreate,
  refusal,
}: ObservablesPageProps & { readonly refusal: string | undefined }) {
  const { rows, total, isExact, problem, more, retry } = useObservables(search)
  const exporting = useAction()
  const save = (endpoint: typeof exportObservables, name: string) =>
    void exporting.run(() => download(endpoint, queryOf(search), name))
  return (
    <>
      <div className="c-toolbar">
        <SearchField
          value={search.q ?? ''}
          label="Search observables"
          placeholder="Part of a value"
          onSearch={(q) => go({ ...search, q: q || undefined }, true)}
        />
        <Filters search={search} rows={rows ?? []} go={go} />
        {exporting.problem !== undefined && (
          <span className="c-problem" role="alert">
            {exporting.problem}
          </span>
        )}
        <span className="c-toolbar-total num" role="status">
          {total === undefined ? '' : observablesText(total, isExact)}
        </span>
        <Button
          size="small"
          variant="minimal"
          text="CSV"
          aria-label="Export as CSV"
          disabled={exporting.busy}
          onClick={() => save(exportObservables, 'observables.csv')}
        />
        <Button
          size="small"
          variant="minimal"
          text="STIX"
          aria-label="Export as STIX 2.1"
          disabled={exporting.busy}
          onClick={() => save(exportStix, 'observables.stix.json')}
        />
        <ColumnChoice id={tableId} columns={columns} />
      </div>
      <BulkBar rows={rows ?? []} onChanged={retry} />
      <DataTable
        id={tableId}
        label="Observables"
        columns={columns}
        rows={rows}
        rowHeight={28}
        keyOf={({ uuid }) => uuid}
        onOpen={onOpen}
        onEnd={more}
        {...(rows === undefined && problem !== undefined && { problem })}
        onRetry={retry}
        empty={<Nothing search={search} go={go} refusal={refusal} onCreate={onCreate} />}
      />
    </>
  )
}

type NothingProps = Pick<ObservablesPageProps, 'search' | 'go' | 'onCreate'> & { readonly refusal: string | undefined }

function Nothing({ search, go, refusal, onCreate }: NothingProps) {
  if (Object.keys(filtersOf(search)).length > 0)
    return (
      <EmptyState
        icon={<FilterRemoveIcon size={24} />}
        title="No observables match"
        action={<Button variant="outlined" text="Clear filters" onClick={() => go({})} />}
      >
        Nothing passes these filters.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<EyeOpenIcon size={24} />}
      title="No observables yet"
      action={<ActButton size="medium" text="Add observables" refusal={refusal} onClick={onCreate} />}
    >
      They come out of alerts by themselves. Paste a text, or import CSV, MISP or STIX to add your own.
    </EmptyState>
  )
}
