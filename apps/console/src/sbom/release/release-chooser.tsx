import type { Release } from '@carapace/shared/sbom/releases.contract'
import { type ReactElement, useState } from 'react'
import type { Column } from '../../core/table/data-table.tsx'
import { DataTable } from '../../core/table/data-table.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { columns } from '../list/columns.tsx'
import { useReleases } from '../list/use-releases.ts'
import { releasesText } from '../words.ts'

interface ReleaseChooserProps {
  readonly onChoose: (release: Release) => void
  readonly empty: ReactElement
}

const chooserColumns: readonly Column<Release>[] = columns
  .filter(({ key }) => key !== 'select')
  .map(({ sortable: _sortable, ...column }) => column)

/** A list of releases to choose one from. */
export function ReleaseChooser({ onChoose, empty }: ReleaseChooserProps) {
  const [q, setQ] = useState('')
  const { rows, total, problem, more, refetch } = useReleases({ q: q || undefined })
  return (
    <>
      <div className="c-toolbar">
        <SearchField value={q} label="Search releases" placeholder="Software, ECU or version" onSearch={setQ} />
        <span className="c-toolbar-total num" role="status">
          {total === undefined ? '' : releasesText(total)}
        </span>
      </div>
      <DataTable
        id="sbom-chooser"
        label="Releases"
        columns={chooserColumns}
        rows={rows}
        keyOf={({ uuid }) => uuid}
        onOpen={onChoose}
        onEnd={more}
        {...(rows === undefined && problem !== undefined && { problem })}
        onRetry={refetch}
        empty={empty}
      />
    </>
  )
}
