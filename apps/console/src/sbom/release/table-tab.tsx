import { Button, Checkbox } from '@blueprintjs/core'
import { FilterRemoveIcon } from '@blueprintjs/icons'
import { componentSorts, listComponents, type Occurrence } from '@carapace/shared/sbom/components.contract'
import { call } from '../../core/call/call.ts'
import { usePages } from '../../core/call/use-pages.ts'
import { number } from '../../core/format/format.ts'
import { type Column, ColumnChoice, DataTable } from '../../core/table/data-table.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { FilterMenu } from '../../core/ui/filter-menu.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { chosen, type ReleaseSearch } from '../search.ts'
import { componentsText } from '../words.ts'
import type { TabProps } from './page-props.ts'

const tableId = 'sbom-components'

const columns: readonly Column<Occurrence>[] = [
  {
    key: 'name',
    title: 'Component',
    width: 220,
    grow: 3,
    always: true,
    sortable: true,
    render: ({ group, name }) => (
      <>
        {group !== '' && <span className="sb-quiet">{group}/</span>}
        <b className="sb-name">{name}</b>
      </>
    ),
    text: ({ group, name }) => (group === '' ? name : `${group}/${name}`),
  },
  {
    key: 'version',
    title: 'Version',
    width: 128,
    sortable: true,
    mono: true,
    render: ({ version }) => version,
    text: ({ version }) => version,
  },
  { key: 'type', title: 'Type', width: 112, priority: 6, render: ({ type }) => type },
  {
    key: 'licence',
    title: 'Licence',
    width: 160,
    grow: 1,
    sortable: true,
    priority: 3,
    render: ({ licence }) => licence,
    text: ({ licence }) => licence,
  },
  {
    key: 'supplier',
    title: 'Supplier',
    width: 140,
    grow: 1,
    sortable: true,
    priority: 5,
    render: ({ supplier }) => supplier,
    text: ({ supplier }) => supplier,
  },
  { key: 'scope', title: 'Scope', width: 80, priority: 7, render: ({ scope }) => scope },
  {
    key: 'depth',
    title: 'Depth',
    width: 64,
    numeric: true,
    sortable: true,
    priority: 4,
    render: ({ depth }) => (depth === null ? '–' : number(depth)),
  },
  { key: 'identity', title: 'Known by', width: 80, priority: 8, render: ({ identity_kind: kind }) => kind },
  {
    key: 'unmatched',
    title: 'Not compared',
    width: 112,
    priority: 2,
    render: ({ unmatched }) => unmatched,
    text: ({ unmatched }) => unmatched,
  },
  {
    key: 'purl',
    title: 'Package URL',
    width: 260,
    extra: true,
    mono: true,
    priority: 9,
    render: ({ purl }) => purl,
    text: ({ purl }) => purl ?? '',
  },
]

function useComponents(releaseUuid: string, search: ReleaseSearch) {
  const query = {
    release_uuid: releaseUuid,
    q: search.q,
    scope: search.scope,
    licence: search.licence,
    depth: search.depth,
    unlicensed: search.unlicensed && 'true',
    unmatched: search.unmatched && 'true',
    sort: search.sort,
    order: search.order,
  }
  return usePages([listComponents.path, query], async (cursor, signal) => {
    const answer = await call(listComponents, { ...query, cursor, limit: 500 }, { signal })
    return { rows: answer.components, next: answer.next_cursor, total: answer.total }
  })
}

const scopes = ['required', 'optional', 'excluded', 'none'] as const
const depths = [1, 2, 3, 5, 10].map((depth) => ({ word: String(depth), text: `${depth} at most` }))

/** The components of a release as a table (rule SBOM-UI-6). */
export function TableTab({ release, search, go, onOpen }: TabProps) {
  const { rows, first, problem, more, retry } = useComponents(release.uuid, search)
  const only = { projectId: search.projectId, release: search.release, tab: search.tab }
  return (
    <div className="sb-main">
      <div className="c-toolbar">
        <SearchField
          value={search.q ?? ''}
          label="Search components"
          placeholder="Name, version or purl"
          onSearch={(q) => go({ ...search, q: q || undefined }, true)}
        />
        <FilterMenu<(typeof scopes)[number]>
          name="Scope"
          choices={scopes.map((word) => ({ word, text: word === 'none' ? 'Not stated' : word }))}
          chosen={chosen(search.scope)}
          onChoose={(words) => go({ ...search, scope: words.join(',') || undefined })}
        />
        <FilterMenu
          name="Depth"
          single
          choices={depths}
          chosen={search.depth === undefined ? [] : [String(search.depth)]}
          onChoose={([depth]) => go({ ...search, depth: depth === undefined ? undefined : Number(depth) })}
        />
        {search.licence !== undefined && (
          <FilterMenu
            name="Licence"
            single
            choices={[{ word: search.licence, text: search.licence }]}
            chosen={[search.licence]}
            onChoose={([licence]) => go({ ...search, licence })}
          />
        )}
        <Checkbox
          className="sb-check"
          label="Without licence"
          checked={search.unlicensed ?? false}
          onChange={(event) => go({ ...search, unlicensed: event.currentTarget.checked || undefined })}
        />
        <Checkbox
          className="sb-check"
          label="Not compared"
          checked={search.unmatched ?? false}
          onChange={(event) => go({ ...search, unmatched: event.currentTarget.checked || undefined })}
        />
        <span className="c-toolbar-total num" role="status">
          {first === undefined ? '' : componentsText(first.total)}
        </span>
        <ColumnChoice id={tableId} columns={columns} />
      </div>
      <DataTable
        id={tableId}
        label="Components"
        columns={columns}
        rows={rows}
        rowHeight={28}
        keyOf={({ position }) => String(position)}
        sort={{ key: search.sort ?? 'position', order: search.order ?? 'asc' }}
        onSort={({ key, order }) => go({ ...search, sort: componentSorts.find((sort) => sort === key), order }, true)}
        onOpen={({ position }) => onOpen(position)}
        onEnd={more}
        {...(search.open !== undefined && { selectedKey: String(search.open) })}
        {...(rows === undefined && problem !== undefined && { problem })}
        onRetry={retry}
        empty={
          <EmptyState
            icon={<FilterRemoveIcon size={24} />}
            title="No components match"
            action={<Button variant="outlined" text="Clear filters" onClick={() => go(only)} />}
          >
            Nothing passes these filters.
          </EmptyState>
        }
      />
    </div>
  )
}
