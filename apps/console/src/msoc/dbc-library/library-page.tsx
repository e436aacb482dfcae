import { DatabaseIcon } from '@blueprintjs/icons'
import { type DbcFile, type DbcVersion, listDbcs, uploadDbc } from '@carapace/shared/msoc/can/dbc.contract'
import { type DragEvent, useMemo, useRef, useState } from 'react'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { useRefusal } from '../../core/session/may.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { useEndpoint } from '../../core/call/query.ts'
import { LibraryList } from './library-list.tsx'
import type { Going } from './search.ts'
import { UploadDialog } from './upload-dialog.tsx'
import { VersionPane } from './version-pane.tsx'
import '../../core/ui/form.css'
import './dbc-library.css'

/** The vehicle DB viewer: the organisation's CAN databases at the left, the content of a version at the right. */
export function LibraryPage({ search, go }: Going) {
  usePageTitle('Vehicle DB viewer')
  const { data, problem, refetch } = useEndpoint(listDbcs, {})
  const refusal = useRefusal(uploadDbc)
  const [uploading, setUploading] = useState<{ file: File; of: DbcFile | undefined }>()
  const chooser = useChooser((file, of) => setUploading({ file, of }))
  const chosen = useMemo(() => chosenOf(data?.dbcs, search.version), [data, search.version])
  useHotkeys([
    {
      keys: 'n',
      title: 'Upload a database',
      group: 'Vehicle DB viewer',
      run: () => refusal === undefined && chooser.choose(),
    },
  ])

  const drop = (event: DragEvent) => {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file !== undefined && refusal === undefined) setUploading({ file, of: undefined })
  }
  return (
    <div className="dl-page" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <PageHead title="Vehicle DB viewer">
        <ActButton
          size="medium"
          intent="primary"
          variant="solid"
          keys="n"
          text="Upload database"
          refusal={refusal}
          onClick={() => chooser.choose()}
        />
      </PageHead>
      {chooser.input}
      <div className="dl-body">
        <LibraryList
          dbcs={data?.dbcs}
          problem={problem}
          onRetry={refetch}
          search={search}
          go={go}
          chosen={chosen?.version.uuid}
        />
        <section className="dl-main" aria-label="Database">
          {chosen !== undefined && data !== undefined ? (
            <VersionPane
              {...chosen}
              key={chosen.version.uuid}
              library={data}
              search={search}
              go={go}
              onUpload={() => chooser.choose(chosen.dbc)}
              onChanged={refetch}
            />
          ) : data === undefined ? (
            problem === undefined && <SkeletonRows rows={12} columns={['80px', '1fr', '120px', '60px']} />
          ) : (
            <EmptyState
              icon={<DatabaseIcon size={24} />}
              title="No database yet"
              action={
                <ActButton size="medium" text="Upload database" refusal={refusal} onClick={() => chooser.choose()} />
              }
            >
              Upload a DBC file, or drop one here: with it, frames are read as signals.
            </EmptyState>
          )}
          {data === undefined && problem !== undefined && (
            <ErrorState title="The library did not load" onRetry={refetch}>
              {problem}
            </ErrorState>
          )}
        </section>
      </div>
      {uploading !== undefined && (
        <UploadDialog
          {...uploading}
          dbcs={data?.dbcs ?? []}
          onClose={() => setUploading(undefined)}
          onUploaded={(version) => {
            setUploading(undefined)
            refetch()
            go({ ...search, version: version.uuid, view: undefined, message: undefined, before: undefined })
          }}
        />
      )}
    </div>
  )
}

/** A hidden file input, for a new database or for a new version. */
function useChooser(onFile: (file: File, of: DbcFile | undefined) => void) {
  const field = useRef<HTMLInputElement>(null)
  const target = useRef<DbcFile>(undefined)
  return {
    choose(of?: DbcFile) {
      target.current = of
      field.current?.click()
    },
    input: (
      <input
        ref={field}
        hidden
        type="file"
        accept=".dbc"
        aria-label="DBC file"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file !== undefined) onFile(file, target.current)
          event.target.value = ''
        }}
      />
    ),
  }
}

/** The version that the address names, otherwise the latest of the first database. */
function chosenOf(
  dbcs: readonly DbcFile[] | undefined,
  uuid: string | undefined,
): { dbc: DbcFile; version: DbcVersion } | undefined {
  const all = (dbcs ?? []).flatMap((dbc) => dbc.versions.map((version) => ({ dbc, version })))
  return all.find(({ version }) => version.uuid === uuid) ?? all[0]
}
