import { Button } from '@blueprintjs/core'
import { BoxIcon } from '@blueprintjs/icons'
import { getComponentUse } from '@carapace/shared/sbom/components.contract'
import { pageSubject, useEndpoint } from '../../core/call/query.ts'
import { dateTime, number } from '../../core/format/format.ts'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { usePanels } from '../../core/page/panels.ts'
import { type Column, DataTable } from '../../core/table/data-table.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { FilterMenu } from '../../core/ui/filter-menu.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { Panel } from '../../core/ui/panel.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { releasesText, vehiclesText } from '../words.ts'
import type { ComponentPageProps } from './page-props.ts'

type Use = (typeof getComponentUse)['output']['_output']
type Row = Use['releases'][number]

const columns: readonly Column<Row>[] = [
  {
    key: 'software',
    title: 'Software',
    width: 220,
    grow: 2,
    always: true,
    render: ({ software }) => <b className="sb-name">{software}</b>,
    text: ({ software }) => software,
  },
  { key: 'release', title: 'Release', width: 120, mono: true, always: true, render: ({ release }) => release },
  { key: 'version', title: 'Component version', width: 140, mono: true, render: ({ version }) => version },
  { key: 'ecu', title: 'ECU', width: 96, priority: 2, render: ({ ecu }) => ecu },
  { key: 'supplier', title: 'Supplier', width: 140, grow: 1, priority: 3, render: ({ supplier }) => supplier },
  {
    key: 'depth',
    title: 'Depth',
    width: 64,
    numeric: true,
    priority: 4,
    render: ({ depth }) => (depth === null ? '–' : number(depth)),
  },
  { key: 'vehicles', title: 'Vehicles', width: 80, numeric: true, render: ({ vehicles }) => number(vehicles) },
]

/** One component across the fleet: its versions, releases and vehicles (rule SBOM-UI-19). */
export function OneComponent({ id, search, go, onOpenRelease }: ComponentPageProps & { readonly id: number }) {
  const { data, problem, refetch } = useEndpoint(getComponentUse, { component_id: id }, pageSubject)
  const name = data ? `${data.component.name} ${data.component.version}` : 'Component'
  usePageTitle(name)
  const back = () => go({ ...search, component: undefined })
  useHotkeys([{ keys: 'Escape', title: 'Back to the search', group: 'Component', run: back }])
  return (
    <div className="sb-page">
      <PageHead title={name}>
        <Button variant="outlined" text="Search" onClick={back} />
      </PageHead>
      <Loaded
        what="The component"
        data={data}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={12} columns={['240px', '1fr']} />}
      >
        {(use) => <Shown use={use} onVersion={(component) => go({ ...search, component })} onOpen={onOpenRelease} />}
      </Loaded>
    </div>
  )
}

interface ShownProps {
  readonly use: Use
  readonly onVersion: (component: number) => void
  readonly onOpen: ComponentPageProps['onOpenRelease']
}

function Shown({ use, onVersion, onOpen }: ShownProps) {
  const { component, versions, releases, vehicles } = use
  const panels = usePanels('beside-component')
  const own = releases.filter(({ component_id: id }) => id === component.component_id)
  return (
    <>
      <dl className="sb-figures">
        <Figure name="This version" value={releasesText(own.length)} />
        <Figure name="Any version" value={releasesText(releases.length)} />
        <Figure name="In the field" value={vehiclesText(vehicles)} />
        <Figure name="Known by" value={component.identity_kind} />
        {component.purl !== null && <Figure name="Package URL" value={component.purl} isMono />}
        {component.cpe !== null && <Figure name="CPE" value={component.cpe} isMono />}
        <Figure
          name="Compared as"
          value={
            component.keys.map(({ ecosystem, name, version }) => `${ecosystem} ${name} ${version}`).join(' · ') ||
            `not compared: ${component.unmatched}`
          }
        />
        <Figure name="First seen" value={dateTime(component.first_seen)} />
      </dl>
      <div className="c-toolbar">
        <FilterMenu
          name="Version"
          single
          choices={versions.map(({ component_id: id, version, releases: some, vehicles: count }) => ({
            word: String(id),
            text: `${version || 'none'} (${releasesText(some)}, ${vehiclesText(count)})`,
          }))}
          chosen={[String(component.component_id)]}
          onChoose={([id]) => id !== undefined && onVersion(Number(id))}
        />
        <span className="c-toolbar-total num" role="status">
          {releasesText(releases.length)}
        </span>
      </div>
      {panels.length > 0 && (
        <div className="sb-panels">
          {panels.map(({ title, Panel: Content }) => (
            <Panel key={title} title={title}>
              <Content componentId={component.component_id} />
            </Panel>
          ))}
        </div>
      )}
      <DataTable
        id="sbom-component-releases"
        label="Releases with the component"
        columns={columns}
        rows={releases}
        keyOf={({ release_uuid: uuid, component_id: id }) => `${uuid} ${id}`}
        isSelected={({ component_id: id }) => id === component.component_id}
        onOpen={({ release_uuid: uuid, position }) => onOpen(uuid, position)}
        empty={
          <EmptyState icon={<BoxIcon size={24} />} title="No release has it">
            Documents that are no longer in use have it, or had it.
          </EmptyState>
        }
      />
    </>
  )
}

function Figure({ name, value, isMono }: { readonly name: string; readonly value: string; readonly isMono?: true }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isMono ? 'mono' : 'num'}>{value}</dd>
    </div>
  )
}
