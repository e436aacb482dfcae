import { Button, Checkbox } from '@blueprintjs/core'
import { AddIcon, BookIcon, DownloadIcon, FilterRemoveIcon, ImportIcon } from '@blueprintjs/icons'
import { annex5 } from '@carapace/shared/catalogues/annex5'
import {
  type Catalogue,
  exportCatalogue,
  importCatalogue,
  saveCatalogueEntry,
} from '@carapace/shared/catalogues/catalogue.contract'
import { elementKinds, stride } from '@carapace/shared/catalogues/words'
import { saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { messageOf } from '../core/call/call.ts'
import { download } from '../core/call/download.ts'
import { number } from '../core/format/format.ts'
import { useHotkeys } from '../core/hotkeys/hotkeys.ts'
import { useRefusal } from '../core/session/may.ts'
import { usePageTitle } from '../core/page/page-title.ts'
import { ColumnChoice, DataTable } from '../core/table/data-table.tsx'
import { ActButton } from '../core/ui/act-button.tsx'
import { EmptyState } from '../core/ui/empty-state.tsx'
import { FilterMenu } from '../core/ui/filter-menu.tsx'
import { PageHead } from '../core/ui/page-head.tsx'
import { SearchField } from '../core/ui/search-field.tsx'
import { toast } from '../core/ui/toast.ts'
import { columnsOf } from './columns.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { ImportDialog } from './import-dialog.tsx'
import type { CatalogueSearch } from './search.ts'
import { UseDialog } from './use-dialog.tsx'
import { useChosen } from './use-chosen.ts'
import { useEntries } from './use-entries.ts'
import { catalogueWords } from './words.ts'
import './catalogues.css'

interface CataloguePageProps {
  readonly catalogue: Catalogue
  readonly search: CatalogueSearch
  readonly go: (search: CatalogueSearch, replace?: boolean) => void
}

/**
 * The page of one catalogue, whose entries are used in threat analyses (CATALOGUE-UI-1 to CATALOGUE-UI-3 of ./SPEC.md).
 */
export function CataloguePage({ catalogue, search, go }: CataloguePageProps) {
  const words = catalogueWords[catalogue]
  usePageTitle(words.title)
  const { rows, total, problem, more, retry } = useEntries(catalogue, search)
  const chosen = useChosen()
  const columns = useMemo(() => columnsOf(catalogue, chosen), [catalogue, chosen])
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'import' | 'use'>()
  const refusals = {
    change: useRefusal(saveCatalogueEntry),
    bring: useRefusal(importCatalogue),
    use: useRefusal(saveArtefacts),
  }
  const add = () => refusals.change === undefined && void navigate({ to: words.add })
  useHotkeys([{ keys: 'n', title: `New ${words.one}`, group: words.title, run: add }])
  const tableId = `catalogue-${catalogue}`
  const entries = rows?.filter(({ uuid }) => chosen.uuids.has(uuid)) ?? []

  return (
    <div className="ct-page">
      <PageHead title={words.title}>
        <Button variant="outlined" icon={<DownloadIcon />} text="Export" onClick={() => void exported(catalogue)} />
        <ActButton
          size="medium"
          icon={<ImportIcon />}
          text="Import"
          refusal={refusals.bring}
          onClick={() => setDialog('import')}
        />
        <ActButton
          size="medium"
          intent="primary"
          variant="solid"
          icon={<AddIcon />}
          keys="n"
          text={`New ${words.one}`}
          refusal={refusals.change}
          onClick={add}
        />
      </PageHead>
      <Toolbar
        catalogue={catalogue}
        search={search}
        go={go}
        total={total}
        columns={<ColumnChoice id={tableId} columns={columns} />}
      />
      {entries.length > 0 && (
        <div className="ct-bulk" role="status">
          <span className="num">{number(entries.length)} chosen</span>
          <ActButton
            size="medium"
            intent="primary"
            text="Use in program…"
            refusal={refusals.use}
            onClick={() => setDialog('use')}
          />
          <Button variant="minimal" text="Clear" onClick={chosen.clear} />
        </div>
      )}
      <div className="ct-body">
        <DataTable
          id={tableId}
          label={words.title}
          columns={columns}
          rows={rows}
          keyOf={({ uuid }) => uuid}
          onEnd={more}
          onRetry={retry}
          onOpen={({ uuid }) => go({ ...search, entry: uuid, edit: undefined }, true)}
          {...(rows === undefined && problem !== undefined && { problem })}
          {...(search.entry !== undefined && { selectedKey: search.entry })}
          empty={<Nothing catalogue={catalogue} search={search} go={go} />}
        />
        {search.entry !== undefined && (
          <EntryDrawer
            key={search.entry}
            catalogue={catalogue}
            uuid={search.entry}
            isEditing={search.edit ?? false}
            onChanged={retry}
            onClose={() => go({ ...search, entry: undefined, edit: undefined }, true)}
            onEdit={(edit) => go({ ...search, edit: edit || undefined }, true)}
            onUse={(entry) => {
              chosen.only(entry.uuid)
              setDialog('use')
            }}
          />
        )}
      </div>
      {dialog === 'import' && (
        <ImportDialog catalogue={catalogue} onDone={retry} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'use' && entries.length > 0 && (
        <UseDialog catalogue={catalogue} entries={entries} onUsed={chosen.clear} onClose={() => setDialog(undefined)} />
      )}
    </div>
  )
}

async function exported(catalogue: Catalogue): Promise<void> {
  try {
    await download(exportCatalogue, { catalogue }, `carapace-${catalogue}-catalogue.csv`)
  } catch (thrown) {
    toast.error(messageOf(thrown))
  }
}

const choicesOf = <W extends string>(words: Readonly<Record<W, string>>) =>
  (Object.entries(words) as [W, string][]).map(([word, text]) => ({ word, text }))
const headings = annex5.map(({ key, title }) => ({ word: key, text: title }))

interface ToolbarProps extends CataloguePageProps {
  readonly total: number | undefined
  readonly columns: ReactNode
}

function Toolbar({ catalogue, search, go, total, columns }: ToolbarProps) {
  const { one, many } = catalogueWords[catalogue]
  const chosen = <W extends string>(word: W | undefined): readonly W[] => (word === undefined ? [] : [word])
  return (
    <div className="c-toolbar">
      <SearchField
        value={search.q ?? ''}
        label={`Search ${many}`}
        placeholder="Code, title, text or technique"
        onSearch={(q) => go({ ...search, q: q || undefined }, true)}
      />
      {catalogue === 'threat' && (
        <FilterMenu
          name="STRIDE"
          single
          choices={choicesOf(stride)}
          chosen={chosen(search.stride)}
          onChoose={([word]) => go({ ...search, stride: word })}
        />
      )}
      <FilterMenu
        name="Element"
        single
        choices={choicesOf(elementKinds)}
        chosen={chosen(search.element)}
        onChoose={([element]) => go({ ...search, element })}
      />
      {catalogue === 'threat' && (
        <FilterMenu
          name="Annex 5"
          single
          choices={headings}
          chosen={chosen(search.heading)}
          onChoose={([heading]) => go({ ...search, heading })}
        />
      )}
      <Checkbox
        className="ct-retired"
        label="Retired too"
        checked={search.retired ?? false}
        onChange={(event) => go({ ...search, retired: event.currentTarget.checked || undefined })}
      />
      <span className="c-toolbar-total num" role="status">
        {total === undefined ? '' : `${number(total)} ${total === 1 ? one : many}`}
      </span>
      {columns}
    </div>
  )
}

function Nothing({ catalogue, search, go }: CataloguePageProps) {
  const { many } = catalogueWords[catalogue]
  const isNarrowed = [search.q, search.stride, search.element, search.heading].some((value) => value !== undefined)
  if (isNarrowed)
    return (
      <EmptyState
        icon={<FilterRemoveIcon size={24} />}
        title={`No ${many} match`}
        action={<Button variant="outlined" text="Clear filters" onClick={() => go({})} />}
      >
        Nothing passes these filters.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<BookIcon size={24} />}
      title={`No ${many} here`}
      action={<Button variant="outlined" text="Show retired ones" onClick={() => go({ retired: true })} />}
    >
      All of them are retired.
    </EmptyState>
  )
}
