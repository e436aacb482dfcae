import { CubeIcon } from '@blueprintjs/icons'
import { searchComponents } from '@carapace/shared/sbom/components.contract'
import { useEndpoint } from '../../core/call/query.ts'
import { number } from '../../core/format/format.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { type Column, DataTable } from '../../core/table/data-table.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { componentsText } from '../words.ts'
import { OneComponent } from './one-component.tsx'
import type { ComponentPageProps } from './page-props.ts'
import '../../core/ui/form.css'
import '../sbom.css'

/** Components across all releases: a search, and one of them across the fleet (rules SBOM-UI-18, SBOM-UI-19). */
export function ComponentPage(props: ComponentPageProps) {
  const { component } = props.search
  return component === undefined ? <Search {...props} /> : <OneComponent key={component} {...props} id={component} />
}

type Row = (typeof searchComponents)['output']['_output']['components'][number]

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    title: 'Component',
    width: 240,
    grow: 2,
    always: true,
    render: ({ group, name }) => (
      <>
        {group !== '' && <span className="sb-quiet">{group}/</span>}
        <b className="sb-name">{name}</b>
      </>
    ),
    text: ({ group, name }) => (group === '' ? name : `${group}/${name}`),
  },
  { key: 'version', title: 'Version', width: 140, always: true, mono: true, render: ({ version }) => version },
  { key: 'type', title: 'Type', width: 112, priority: 3, render: ({ type }) => type },
  { key: 'supplier', title: 'Supplier', width: 140, grow: 1, priority: 2, render: ({ supplier }) => supplier },
  {
    key: 'purl',
    title: 'Package URL',
    width: 260,
    grow: 1,
    mono: true,
    priority: 4,
    render: ({ purl }) => purl,
    text: ({ purl }) => purl ?? '',
  },
  { key: 'releases', title: 'Releases', width: 80, numeric: true, render: ({ releases }) => number(releases) },
]

function Search({ search, go }: ComponentPageProps) {
  usePageTitle('Packages')
  const { q } = search
  const { data, problem, refetch } = useEndpoint(
    searchComponents,
    { q: q ?? ' x', limit: 200 },
    { enabled: q !== undefined },
  )
  return (
    <div className="sb-page">
      <PageHead title="Packages" />
      <div className="c-toolbar">
        <SearchField
          value={q ?? ''}
          label="Search components"
          placeholder="zlib 1.2.11, or a purl"
          onSearch={(words) => go({ ...search, q: words || undefined }, true)}
        />
        <span className="c-toolbar-total num" role="status">
          {q !== undefined && data && `${componentsText(data.components.length)}${data.is_cut ? ' and more' : ''}`}
        </span>
      </div>
      {q === undefined ? (
        <EmptyState icon={<CubeIcon size={24} />} title="Find a component">
          Type its name, a name with a version, or a package URL: which releases have it, and which vehicles run those.
        </EmptyState>
      ) : (
        <DataTable
          id="sbom-packages"
          label="Components"
          columns={columns}
          rows={data?.components}
          keyOf={({ component_id: id }) => String(id)}
          onOpen={({ component_id: component }) => go({ ...search, component })}
          {...(data === undefined && problem !== undefined && { problem })}
          onRetry={refetch}
          empty={
            <EmptyState icon={<CubeIcon size={24} />} title="No components match">
              No release of the organisation has such a component.
            </EmptyState>
          }
        />
      )}
    </div>
  )
}
