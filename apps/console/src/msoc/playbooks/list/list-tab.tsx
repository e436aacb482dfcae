import { Button } from '@blueprintjs/core'
import { FilterRemoveIcon, PlaybookIcon } from '@blueprintjs/icons'
import { savePlaybook } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import type { TriggerKind } from '@carapace/shared/msoc/playbooks/playbook'
import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, useRef, useState } from 'react'
import { useHotkeys } from '../../../core/hotkeys/hotkeys.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ColumnChoice, DataTable } from '../../../core/table/data-table.tsx'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { FilterMenu } from '../../../core/ui/filter-menu.tsx'
import { SearchField } from '../../../core/ui/search-field.tsx'
import { SavedViews } from '../../../core/views/saved-views.tsx'
import { msocViewPages } from '../../view-pages.ts'
import { playbookAt } from '../links.ts'
import { filtersOf, PlaybooksSearch } from '../search.ts'
import { counted, triggerTexts } from '../words.ts'
import { columns, tableId } from './columns.tsx'
import { ExportButton } from './export-button.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { TemplatesDialog } from './templates-dialog.tsx'
import { readAgain, usePlaybooks } from './use-playbooks.ts'

interface ListTabProps {
  readonly search: PlaybooksSearch
  readonly go: (search: PlaybooksSearch, replace?: boolean) => void
}

const builtIn = [
  { id: 'all', name: 'All', search: {} },
  { id: 'enabled', name: 'Enabled', search: { enabled: 'yes' } },
  { id: 'disabled', name: 'Disabled', search: { enabled: 'no' } },
] as const

const stateChoices = [
  { word: 'yes', text: 'Enabled' },
  { word: 'no', text: 'Disabled' },
] as const
const triggerChoices = Object.entries(triggerTexts).map(([word, text]) => ({ word: word as TriggerKind, text }))
const one = <Word extends string>(word: Word | undefined) => (word === undefined ? [] : [word])

/** The list of playbooks with its filters and views (rule PLAYBOOK-UI-2). */
export function ListTab({ search, go }: ListTabProps) {
  const { rows, problem, retry } = usePlaybooks(search)
  const [file, setFile] = useState<File>()
  const refusal = useRefusal(savePlaybook)
  const navigate = useNavigate()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    if (refusal === undefined) setFile(event.dataTransfer.files[0])
  }
  return (
    <div className="pb-tab" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <div className="c-toolbar pb-toolbar">
        <SavedViews
          page={msocViewPages.playbooks}
          search={filtersOf(search)}
          current={search.view}
          builtIn={builtIn}
          onApply={(view, id) => go(PlaybooksSearch.parse({ ...view, view: id }))}
        />
        <SearchField
          value={search.q ?? ''}
          label="Search playbooks"
          placeholder="Name, tag or description"
          onSearch={(q) => go({ ...search, q: q || undefined }, true)}
        />
        <FilterMenu
          name="State"
          single
          choices={stateChoices}
          chosen={one(search.enabled)}
          onChoose={([enabled]) => go({ ...search, enabled })}
        />
        <FilterMenu<TriggerKind>
          name="Trigger"
          single
          choices={triggerChoices}
          chosen={one(search.trigger as TriggerKind | undefined)}
          onChoose={([trigger]) => go({ ...search, trigger })}
        />
        <span className="c-toolbar-total num" role="status">
          {rows === undefined ? '' : counted(rows.length, 'playbook')}
        </span>
        <ExportButton rows={rows ?? []} />
        <ColumnChoice id={tableId} columns={columns} />
      </div>
      <DataTable
        id={tableId}
        label="Playbooks"
        columns={columns}
        rows={rows}
        keyOf={({ uuid }) => uuid}
        onOpen={({ uuid }) => void navigate(playbookAt(uuid))}
        {...(rows === undefined && problem !== undefined && { problem })}
        onRetry={retry}
        empty={<Nothing search={search} go={go} />}
      />
      {file !== undefined && <ImportDialog file={file} onDone={retry} onClose={() => setFile(undefined)} />}
    </div>
  )
}

function Nothing({ search, go }: ListTabProps) {
  const [isOpen, setOpen] = useState(false)
  if (Object.keys(filtersOf(search)).length > 0) {
    return (
      <EmptyState
        icon={<FilterRemoveIcon size={24} />}
        title="No playbooks match"
        action={<Button variant="outlined" text="Clear filters" onClick={() => go({})} />}
      >
        Nothing passes these filters.
      </EmptyState>
    )
  }
  return (
    <>
      <EmptyState
        icon={<PlaybookIcon size={24} />}
        title="No playbooks yet"
        action={<Button variant="outlined" text="Choose a template" onClick={() => setOpen(true)} />}
      >
        Playbooks do the routine and stop for a person where one must decide. Start with one that is shipped.
      </EmptyState>
      {isOpen && <TemplatesDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** The actions on the whole list: a new playbook, the templates, the import. */
export function ListTools() {
  const [isShowing, setShowing] = useState(false)
  const [file, setFile] = useState<File>()
  const chooser = useRef<HTMLInputElement>(null)
  const refusal = useRefusal(savePlaybook)
  const navigate = useNavigate()
  const write = () => void (refusal === undefined && navigate({ to: '/org/msoc/dashboard/playbooks/edit', search: {} }))
  useHotkeys([
    { keys: 'n', title: 'New playbook', group: 'Playbooks', run: write },
    { keys: 't', title: 'Templates', group: 'Playbooks', run: () => setShowing(true) },
  ])
  return (
    <>
      <ActButton size="medium" text="Import" refusal={refusal} onClick={() => chooser.current?.click()} />
      <ActButton size="medium" text="Templates" keys="t" refusal={undefined} onClick={() => setShowing(true)} />
      <ActButton
        size="medium"
        intent="primary"
        variant="solid"
        keys="n"
        text="New playbook"
        refusal={refusal}
        onClick={write}
      />
      <input
        ref={chooser}
        hidden
        type="file"
        accept=".json,application/json"
        aria-label="File of playbooks"
        onChange={(event) => {
          setFile(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {file !== undefined && <ImportDialog file={file} onDone={readAgain} onClose={() => setFile(undefined)} />}
      {isShowing && <TemplatesDialog onClose={() => setShowing(false)} />}
    </>
  )
}
