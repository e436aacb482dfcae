import { Button } from '@blueprintjs/core'
import { ComparisonIcon } from '@blueprintjs/icons'
import { type DifferenceKind, differenceKinds, diffReleases } from '@carapace/shared/sbom/exchange.contract'
import { getRelease } from '@carapace/shared/sbom/releases.contract'
import { useMemo, useState } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { number } from '../../core/format/format.ts'
import { type Column, DataTable } from '../../core/table/data-table.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { FilterMenu } from '../../core/ui/filter-menu.tsx'
import { Badge, type Tone } from '../../core/ui/status-badge.tsx'
import type { TabProps } from './page-props.ts'
import { ReleaseChooser } from './release-chooser.tsx'

interface Row {
  readonly key: string
  readonly kind: DifferenceKind
  readonly name: string
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const texts: Readonly<Record<DifferenceKind, string>> = {
  added: 'Added',
  removed: 'Removed',
  upgraded: 'Upgraded',
  downgraded: 'Downgraded',
  changed: 'Other version',
  rebuilt: 'Rebuilt',
  moved: 'Moved',
  licence: 'Licence',
  crypto: 'Cryptography',
  patches: 'Patches',
}
const tones: Partial<Record<DifferenceKind, Tone>> = {
  added: 'green',
  removed: 'red',
  downgraded: 'yellow',
  licence: 'yellow',
}

const columns: readonly Column<Row>[] = [
  {
    key: 'kind',
    title: 'Difference',
    width: 112,
    always: true,
    render: ({ kind }) => <Badge tone={tones[kind] ?? 'grey'}>{texts[kind]}</Badge>,
  },
  {
    key: 'name',
    title: 'Component',
    width: 260,
    grow: 2,
    always: true,
    render: ({ name }) => name,
    text: ({ name }) => name,
  },
  {
    key: 'from',
    title: 'Before',
    width: 200,
    grow: 1,
    mono: true,
    render: ({ from }) => from,
    text: ({ from }) => from ?? '',
  },
  { key: 'to', title: 'After', width: 200, grow: 1, mono: true, render: ({ to }) => to, text: ({ to }) => to ?? '' },
]

/** What changed from another release to this one (rule SBOM-UI-13). */
export function DiffTab(props: TabProps) {
  const { search, go } = props
  if (search.with === undefined)
    return (
      <div className="sb-main">
        <p className="c-note sb-pad">Choose the release to compare with: the one before this, for example.</p>
        <ReleaseChooser
          onChoose={({ uuid }) => go({ ...search, with: uuid })}
          empty={<EmptyState icon={<ComparisonIcon size={24} />} title="No release to compare with" />}
        />
      </div>
    )
  return <Difference {...props} before={search.with} />
}

function Difference({ release, search, go, before }: TabProps & { readonly before: string }) {
  const [kinds, setKinds] = useState<readonly DifferenceKind[]>([])
  const { data: other } = useEndpoint(getRelease, { uuid: before })
  const { data, problem, refetch } = useEndpoint(diffReleases, { before, after: release.uuid }, { keepPrevious: false })
  const rows = useMemo(
    () =>
      data &&
      differenceKinds
        .filter((kind) => kinds.length === 0 || kinds.includes(kind))
        .flatMap((kind) => data.entries[kind].map((entry, at): Row => ({ ...entry, kind, key: `${kind} ${at}` }))),
    [data, kinds],
  )
  const total = data ? differenceKinds.reduce((sum, kind) => sum + data.counts[kind], 0) : undefined
  return (
    <div className="sb-main">
      <div className="c-toolbar">
        <span>
          From <b>{other ? `${other.release.software.name} ${other.release.version}` : '…'}</b> to{' '}
          <b>{release.version}</b>
        </span>
        <Button
          size="small"
          variant="outlined"
          text="Another release"
          onClick={() => go({ ...search, with: undefined })}
        />
        <FilterMenu<DifferenceKind>
          name="Difference"
          choices={differenceKinds.map((word) => ({
            word,
            text: data ? `${texts[word]} (${number(data.counts[word])})` : texts[word],
          }))}
          chosen={kinds}
          onChoose={setKinds}
        />
        <span className="c-toolbar-total num" role="status">
          {total !== undefined && `${number(total)} ${total === 1 ? 'difference' : 'differences'}`}
        </span>
      </div>
      <DataTable
        id="sbom-diff"
        label="Differences"
        columns={columns}
        rows={rows}
        rowHeight={28}
        keyOf={({ key }) => key}
        {...(data === undefined && problem !== undefined && { problem })}
        onRetry={refetch}
        empty={
          <EmptyState icon={<ComparisonIcon size={24} />} title="No differences">
            {kinds.length === 0 ? 'Both releases have the same components.' : 'There are none of this kind.'}
          </EmptyState>
        }
      />
    </div>
  )
}
