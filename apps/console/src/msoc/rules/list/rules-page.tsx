import { Button } from '@blueprintjs/core'
import { FilterListIcon, FilterRemoveIcon } from '@blueprintjs/icons'
import { exportRules, importRules, saveRule } from '@carapace/shared/msoc/rules/rules.contract'
import { type DragEvent, useRef, useState } from 'react'
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
import { msocViewPages } from '../../view-pages.ts'
import { filtersOf, RulesSearch } from '../search.ts'
import { costText, rulesText } from '../words.ts'
import { BulkBar } from './bulk-bar.tsx'
import { columns, tableId } from './columns.tsx'
import { Filters } from './filters.tsx'
import { FourEyes } from './four-eyes.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { PacksDialog } from './packs-dialog.tsx'
import { SelectionProvider } from '../../../core/table/selection.tsx'
import { useRules } from './use-rules.ts'
import '../rules.css'

interface RulesPageProps {
  readonly search: RulesSearch
  readonly go: (search: RulesSearch, replace?: boolean) => void
  /** Opens the editor; without a uuid for a new rule. */
  readonly onEdit: (uuid?: string) => void
}

const builtIn = [
  { id: 'all', name: 'All', search: {} },
  { id: 'enabled', name: 'Enabled', search: { state: 'ENABLED' } },
  { id: 'drafts', name: 'Drafts', search: { state: 'DRAFT' } },
] as const

/** The detection rules of the organisation, what they do now, and the actions on several (rules RULE-UI-1 to 8). */
export function RulesPage({ search, go, onEdit }: RulesPageProps) {
  usePageTitle('Rules')
  const { rows, total, fourEyes, problem, more, retry } = useRules(search)
  const [file, setFile] = useState<File>()
  const [isShowingPacks, setShowingPacks] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const refusals = { write: useRefusal(saveRule), import: useRefusal(importRules) }
  const exporting = useAction()
  const write = () => refusals.write === undefined && onEdit()
  useHotkeys([{ keys: 'n', title: 'Write a rule', group: 'Rules', run: write }])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    if (refusals.import === undefined) setFile(event.dataTransfer.files[0])
  }

  return (
    <SelectionProvider>
      <div className="ru-page" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <PageHead
          title="Rules"
          tabs={
            <SavedViews
              page={msocViewPages.rules}
              search={filtersOf(search)}
              current={search.view}
              builtIn={builtIn}
              onApply={(view, id) => go(RulesSearch.parse({ ...view, view: id }))}
            />
          }
        >
          <Button variant="outlined" text="Packs" onClick={() => setShowingPacks(true)} />
          <ActButton size="medium" text="Import" refusal={refusals.import} onClick={() => chooser.current?.click()} />
          <Button
            variant="outlined"
            text="Export all"
            loading={exporting.busy}
            onClick={() => void exporting.run(() => download(exportRules, {}, 'rules.zip'))}
          />
          <ActButton
            size="medium"
            intent="primary"
            variant="solid"
            keys="n"
            text="New rule"
            refusal={refusals.write}
            onClick={write}
          />
        </PageHead>
        <input
          ref={chooser}
          hidden
          type="file"
          accept=".yml,.yaml,.zip"
          aria-label="File of rules"
          onChange={(event) => {
            setFile(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <div className="c-toolbar">
          <SearchField
            value={search.q ?? ''}
            label="Search rules"
            placeholder="Title, tag or text"
            onSearch={(q) => go({ ...search, q: q || undefined }, true)}
          />
          <Filters search={search} rows={rows ?? []} go={go} />
          {fourEyes !== undefined && <FourEyes isOn={fourEyes} onChanged={retry} />}
          {exporting.problem !== undefined && (
            <span className="c-problem" role="alert">
              {exporting.problem}
            </span>
          )}
          <span className="c-toolbar-total num ru-totals">
            <span>{costText(rows ?? [])}</span>
            <span role="status">{total === undefined ? '' : rulesText(total)}</span>
          </span>
          <ColumnChoice id={tableId} columns={columns} />
        </div>
        <BulkBar rows={rows ?? []} onChanged={retry} />
        <DataTable
          id={tableId}
          label="Rules"
          columns={columns}
          rows={rows}
          keyOf={({ uuid }) => uuid}
          onOpen={({ uuid }) => onEdit(uuid)}
          onEnd={more}
          {...(rows === undefined && problem !== undefined && { problem })}
          onRetry={retry}
          empty={<Nothing search={search} go={go} refusal={refusals.write} onPacks={() => setShowingPacks(true)} />}
        />
        {file !== undefined && <ImportDialog file={file} onDone={retry} onClose={() => setFile(undefined)} />}
        {isShowingPacks && (
          <PacksDialog
            onChanged={retry}
            onShow={(pack) => {
              setShowingPacks(false)
              go({ pack })
            }}
            onClose={() => setShowingPacks(false)}
          />
        )}
      </div>
    </SelectionProvider>
  )
}

interface NothingProps extends Pick<RulesPageProps, 'search' | 'go'> {
  readonly refusal: string | undefined
  readonly onPacks: () => void
}

function Nothing({ search, go, refusal, onPacks }: NothingProps) {
  if (Object.keys(filtersOf(search)).length > 0) {
    return (
      <EmptyState
        icon={<FilterRemoveIcon size={24} />}
        title="No rules match"
        action={<Button variant="outlined" text="Clear filters" onClick={() => go({})} />}
      >
        Nothing passes these filters.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<FilterListIcon size={24} />}
      title="No rules yet"
      action={<ActButton size="medium" text="Choose a pack" refusal={refusal} onClick={onPacks} />}
    >
      Write a rule, import Sigma rules, or install a pack that comes with the product.
    </EmptyState>
  )
}
