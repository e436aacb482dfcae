import { Button } from '@blueprintjs/core'
import { BoxIcon, FilterRemoveIcon, PlusIcon, UploadIcon } from '@blueprintjs/icons'
import { releaseSorts } from '@carapace/shared/sbom/sbom'
import { uploadBom } from '@carapace/shared/sbom/bom-documents.contract'
import { type Release, saveRelease } from '@carapace/shared/sbom/releases.contract'
import { saveSoftware } from '@carapace/shared/sbom/software.contract'
import { useState } from 'react'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ColumnChoice, DataTable } from '../../core/table/data-table.tsx'
import { SelectionProvider } from '../../core/table/selection.tsx'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { SavedViews } from '../../core/views/saved-views.tsx'
import { filtersOf, isNarrowed, type ReleasesSearch, searchOfView } from '../search.ts'
import { UploadDialog } from '../upload/upload-dialog.tsx'
import { releasesPage } from '../view-pages.ts'
import { releasesText } from '../words.ts'
import { BulkBar } from './bulk-bar.tsx'
import { columns, tableId } from './columns.tsx'
import { Filters } from './filters.tsx'
import { ReleaseDialog } from './release-dialog.tsx'
import { SoftwareDialog } from './software-dialog.tsx'
import { useReleases } from './use-releases.ts'
import '../../core/ui/form.css'
import '../sbom.css'

interface ReleasesPageProps {
  readonly search: ReleasesSearch
  readonly go: (search: ReleasesSearch, replace?: boolean) => void
  readonly onOpen: (row: Pick<Release, 'uuid'>) => void
}

const builtIn = [
  { id: 'all', name: 'All', search: {} },
  { id: 'approved', name: 'Approved', search: { state: 'APPROVED' } },
  { id: 'failed', name: 'Failed documents', search: { document: 'failed' } },
] as const

type Open = 'software' | 'release' | 'upload'

/** Software and its releases: the list of the module (rules SBOM-UI-1 to SBOM-UI-4 of ../SPEC.md). */
export function ReleasesPage({ search, go, onOpen }: ReleasesPageProps) {
  usePageTitle('SBOM Management')
  const [open, setOpen] = useState<Open>()
  const { rows, total, problem, more, refetch } = useReleases(search)
  const refusals = {
    software: useRefusal(saveSoftware),
    release: useRefusal(saveRelease),
    upload: useRefusal(uploadBom),
  }
  const show = (dialog: Open) => refusals[dialog] === undefined && setOpen(dialog)
  useHotkeys([
    { keys: 'n', title: 'Add a release', group: 'SBOM', run: () => show('release') },
    { keys: 'u', title: 'Upload a bill of materials', group: 'SBOM', run: () => show('upload') },
  ])
  const close = () => setOpen(undefined)
  return (
    <SelectionProvider>
      <div className="sb-page">
        <PageHead
          title="SBOM Management"
          tabs={
            <SavedViews
              page={releasesPage}
              search={filtersOf(search)}
              current={search.view}
              builtIn={builtIn}
              onApply={(view, id) => go({ ...searchOfView(view), projectId: search.projectId, view: id })}
            />
          }
        >
          <ActButton
            size="medium"
            icon={<PlusIcon />}
            text="Software"
            aria-label="Add software"
            refusal={refusals.software}
            onClick={() => show('software')}
          />
          <ActButton
            size="medium"
            icon={<PlusIcon />}
            keys="n"
            text="Release"
            refusal={refusals.release}
            onClick={() => show('release')}
          />
          <ActButton
            size="medium"
            intent="primary"
            variant="solid"
            icon={<UploadIcon />}
            keys="u"
            text="Upload"
            refusal={refusals.upload}
            onClick={() => show('upload')}
          />
        </PageHead>
        <div className="c-toolbar">
          <SearchField
            value={search.q ?? ''}
            label="Search releases"
            placeholder="Software, ECU or version"
            onSearch={(q) => go({ ...search, q: q || undefined }, true)}
          />
          <Filters search={search} rows={rows ?? []} go={go} />
          <span className="c-toolbar-total num" role="status">
            {total === undefined ? '' : releasesText(total)}
          </span>
          <ColumnChoice id={tableId} columns={columns} />
        </div>
        <BulkBar rows={rows ?? []} onChanged={refetch} onOpen={(uuid) => onOpen({ uuid })} />
        <DataTable
          id={tableId}
          label="Releases"
          columns={columns}
          rows={rows}
          keyOf={({ uuid }) => uuid}
          sort={{ key: search.sort ?? 'age', order: search.order ?? 'desc' }}
          onSort={({ key, order }) => go({ ...search, sort: releaseSorts.find((sort) => sort === key), order })}
          onOpen={onOpen}
          onEnd={more}
          {...(rows === undefined && problem !== undefined && { problem })}
          onRetry={refetch}
          empty={
            isNarrowed(search) ? (
              <EmptyState
                icon={<FilterRemoveIcon size={24} />}
                title="No releases match"
                action={<Button variant="outlined" text="Clear filters" onClick={() => go({})} />}
              >
                Nothing passes these filters.
              </EmptyState>
            ) : (
              <EmptyState
                icon={<BoxIcon size={24} />}
                title="No releases yet"
                action={
                  <ActButton
                    size="medium"
                    text="Upload a bill of materials"
                    refusal={refusals.upload}
                    onClick={() => show('upload')}
                  />
                }
              >
                Upload a CycloneDX or SPDX document: its software and release are added with it.
              </EmptyState>
            )
          }
        />
        {open === 'software' && <SoftwareDialog onDone={refetch} onClose={close} />}
        {open === 'release' && <ReleaseDialog onDone={refetch} onClose={close} />}
        {open === 'upload' && <UploadDialog onDone={refetch} onClose={close} />}
      </div>
    </SelectionProvider>
  )
}
