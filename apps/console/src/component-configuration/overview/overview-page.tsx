import { DownloadIcon, ImportIcon, PulseIcon, TickCircleIcon } from '@blueprintjs/icons'
import { Button } from '@blueprintjs/core'
import {
  exportVehicleSoftware,
  getConfigurationOverview,
  importVehicleSoftware,
  listCarriedReleases,
} from '@carapace/shared/component-configuration/vehicle-configuration.contract'
import type { OutputOf } from '@carapace/shared/core/endpoint'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../core/call/call.ts'
import { download } from '../../core/call/download.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { number } from '../../core/format/format.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { Panel } from '../../core/ui/panel.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { toast } from '../../core/ui/toast.ts'
import type { ListSearch } from '../search.ts'
import { ImportDialog } from '../vehicles/import-dialog.tsx'
import '../../core/ui/form.css'
import '../configuration.css'

type Overview = OutputOf<typeof getConfigurationOverview>

interface OverviewPageProps {
  readonly search: ListSearch
  readonly go: (search: ListSearch, replace?: boolean) => void
}

/** Coverage, differences and which versions are in the field (rule VARIANT-UI-2 of ../SPEC.md). */
export function OverviewPage({ search, go }: OverviewPageProps) {
  usePageTitle('Component Configuration')
  const [isImporting, setImporting] = useState(false)
  const { data, problem, refetch } = useEndpoint(getConfigurationOverview, {}, { refetchOnWindowFocus: true })
  const refusal = useRefusal(importVehicleSoftware)
  return (
    <div className="cc-page">
      <PageHead title="Component Configuration">
        <Button
          variant="outlined"
          icon={<DownloadIcon />}
          text="Export reported"
          onClick={() => void exported('reported')}
        />
        <Button
          variant="outlined"
          icon={<DownloadIcon />}
          text="Export declared"
          onClick={() => void exported('declared')}
        />
        <ActButton
          size="medium"
          icon={<ImportIcon />}
          text="Import software"
          refusal={refusal}
          onClick={() => setImporting(true)}
        />
      </PageHead>
      <div className="cc-scroll">
        <Loaded
          what="The overview"
          data={data}
          problem={problem}
          onRetry={refetch}
          skeleton={<SkeletonRows rows={6} columns={['1fr', '1fr', '1fr', '1fr']} />}
        >
          {(overview) => (
            <>
              <Figures overview={overview} />
              <Differences overview={overview} />
            </>
          )}
        </Loaded>
        <Carried q={search.q} onSearch={(q) => go({ q: q || undefined }, true)} />
      </div>
      {isImporting && <ImportDialog onDone={refetch} onClose={() => setImporting(false)} />}
    </div>
  )
}

async function exported(basis: 'declared' | 'reported'): Promise<void> {
  try {
    await download(exportVehicleSoftware, { basis }, `carapace-${basis}-software.csv`)
  } catch (thrown) {
    toast.error(messageOf(thrown))
  }
}

function Figures({ overview }: { readonly overview: Overview }) {
  const { vehicles } = overview
  return (
    <dl className="cc-figures">
      <Figure title="Variants" value={overview.variants} to="/org/component-configuration/variants">
        {`${number(overview.approved_variants)} with an approved combination, ${number(overview.proposed)} to decide`}
      </Figure>
      <Figure title="Hardware parts" value={overview.parts} to="/org/component-configuration/parts">
        of control units
      </Figure>
      <Figure
        title="Vehicles with a variant"
        value={overview.vehicles_with_variant}
        to="/org/component-configuration/vehicles"
      >
        {`of ${number(vehicles)}`}
      </Figure>
      <Figure title="Declared" value={overview.vehicles_declared} to="/org/component-configuration/vehicles">
        {`of ${vehiclesText(vehicles)} ${vehicles === 1 ? 'has' : 'have'} declared software`}
      </Figure>
      <Figure title="Reported" value={overview.vehicles_reported} to="/org/component-configuration/vehicles">
        {`of ${vehiclesText(vehicles)} ${vehicles === 1 ? 'reports its' : 'report their'} software`}
      </Figure>
      <Figure
        title="Different"
        value={overview.vehicles_different}
        to="/org/component-configuration/vehicles"
        isDifferent={overview.vehicles_different > 0}
      >
        vehicles run something else than declared
      </Figure>
    </dl>
  )
}

interface FigureProps {
  readonly title: string
  readonly value: number
  readonly to:
    | '/org/component-configuration/variants'
    | '/org/component-configuration/parts'
    | '/org/component-configuration/vehicles'
  readonly isDifferent?: boolean
  readonly children: string
}

function Figure({ title, value, to, isDifferent = false, children }: FigureProps) {
  return (
    <div className="cc-figure">
      <dt>{title}</dt>
      <dd>
        <Link className="cc-value num" to={to} search={isDifferent ? { different: true } : {}}>
          {number(value)}
        </Link>
        <span className="c-note">{children}</span>
      </dd>
    </div>
  )
}

function Differences({ overview: { differences, vehicles_declared: declared } }: { readonly overview: Overview }) {
  return (
    <Panel title="Differences between declared and reported software">
      {declared === 0 ? (
        <EmptyState icon={<TickCircleIcon size={24} />} title="Nothing to compare yet">
          No vehicle has declared software. Assign a variant to vehicles, or import what they are built with.
        </EmptyState>
      ) : differences.length === 0 ? (
        <EmptyState icon={<TickCircleIcon size={24} />} title="No difference">
          Every control unit that reports its software runs what is declared for it.
        </EmptyState>
      ) : (
        <div className="c-scroll" role="region" aria-label="Differences" tabIndex={0}>
          <table className="c-table">
            <thead>
              <tr>
                <th>Control unit</th>
                <th>Declared</th>
                <th>Reported</th>
                <th className="c-number">Vehicles</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ ecu, declared, reported, vehicles }) => (
                <tr key={`${ecu} ${declared} ${reported}`}>
                  <td>{ecu}</td>
                  <td className="mono">{declared}</td>
                  <td className="mono">{reported}</td>
                  <td className="c-number num">
                    <Link to="/org/component-configuration/vehicles" search={{ ecu, different: true }}>
                      {number(vehicles)}
                    </Link>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

function Carried({ q, onSearch }: { readonly q: string | undefined; readonly onSearch: (q: string) => void }) {
  const { data, problem, refetch } = useEndpoint(listCarriedReleases, q === undefined ? {} : { q })
  return (
    <Panel
      title="Software in the field"
      className="cc-carried"
      extra={
        <SearchField
          value={q ?? ''}
          label="Search software"
          placeholder="Software or part number"
          onSearch={onSearch}
        />
      }
    >
      <Loaded
        what="The software in the field"
        data={data}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={6} columns={['1fr', '2fr', '1fr', '1fr']} />}
      >
        {({ releases }) =>
          releases.length === 0 ? (
            <EmptyState icon={<PulseIcon size={24} />} title="No software is reported">
              {q === undefined ? 'No vehicle has sent an inventory yet.' : 'No reported software has this name.'}
            </EmptyState>
          ) : (
            <CarriedTable releases={releases} />
          )
        }
      </Loaded>
    </Panel>
  )
}

function CarriedTable({ releases }: Pick<OutputOf<typeof listCarriedReleases>, 'releases'>) {
  return (
    <div className="c-scroll" role="region" aria-label="Versions in the field" tabIndex={0}>
      <table className="c-table">
        <thead>
          <tr>
            <th>Control unit</th>
            <th>Software</th>
            <th>Version</th>
            <th>Release</th>
            <th className="c-number">Vehicles</th>
          </tr>
        </thead>
        <tbody>
          {releases.map(({ ecu, software, version, vehicles, release_name: release }) => (
            <tr key={`${ecu} ${software} ${version}`}>
              <td>{ecu}</td>
              <td className="mono">{software}</td>
              <td className="mono">{version}</td>
              <td>{release === null ? <span className="c-note">Unknown release</span> : `${release} ${version}`}</td>
              <td className="c-number num">
                <Link to="/org/component-configuration/vehicles" search={{ ecu, software, version }}>
                  {number(vehicles)}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const vehiclesText = (count: number): string => (count === 1 ? '1 vehicle' : `${number(count)} vehicles`)
