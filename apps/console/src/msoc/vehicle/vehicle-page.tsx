import { DriveTimeIcon } from '@blueprintjs/icons'
import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { Link } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactElement, Suspense, useState } from 'react'
import { usePageTitle } from '../../core/page/page-title.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { toast } from '../../core/ui/toast.ts'
import { untilLoaded } from '../../core/call/until-loaded.ts'
import { VulnerabilitiesTab } from './vulnerabilities-tab.tsx'
import { InfoTab } from './info/info-tab.tsx'
import { toTab } from './search.ts'
import type { TabProps } from './tab-props.ts'
import { tabs } from './tabs.ts'
import { type LiveVehicle, type Signal, useLiveVehicle } from './use-live-vehicle.ts'
import { VehicleHead } from './vehicle-head.tsx'
import './vehicle.css'

/**
 * Loads a tab component when it is shown. The map and the charts are loaded with their tabs; while the server is not
 * reachable, loading waits (rule MAP-UI-62).
 */
const whenShown = <Props,>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => untilLoaded(load, sayThatItWaits))
const sayThatItWaits = () =>
  toast.error('This tab has not loaded yet. If it does not come by itself, reload the page.', { key: 'vehicle-tab' })

const LocationTab = whenShown(() => import('./location/location-tab.tsx'))
const HealthTab = whenShown(() => import('./health/health-tab.tsx'))
const TelemetryTab = whenShown(() => import('./telemetry/telemetry-tab.tsx'))
const SoftwareTab = whenShown(() => import('./software/software-tab.tsx'))
const SbomAlertsTab = whenShown(() => import('./software/sbom-alerts-tab.tsx'))
const SecurityTab = whenShown(() => import('./events/security-tab.tsx'))
const IdsTab = whenShown(() => import('./events/ids-tab.tsx'))
const AnalyzerTab = whenShown(() => import('./can/analyzer-tab.tsx'))
const SyslogTab = whenShown(() => import('./syslog/syslog-tab.tsx'))

interface VehiclePageProps extends Pick<TabProps, 'search' | 'go' | 'tab'> {}

/** One vehicle, in tabs. */
export function VehiclePage(props: VehiclePageProps) {
  const { vehicle } = props.search
  return vehicle === undefined ? <NoVehicle /> : <Known key={vehicle} name={vehicle} {...props} />
}

function NoVehicle() {
  usePageTitle('Vehicle')
  return (
    <>
      <h1 className="c-visually-hidden">Vehicle</h1>
      <EmptyState
        icon={<DriveTimeIcon size={24} />}
        title="No vehicle is named"
        action={
          <Link to="/org/msoc/dashboard/projects" search={{}}>
            Choose one from the list
          </Link>
        }
      >
        The address does not say which vehicle to show.
      </EmptyState>
    </>
  )
}

function Known({ name, search, go, tab }: VehiclePageProps & { readonly name: string }) {
  const [attempt, setAttempt] = useState(0)
  const result = useLiveVehicle(name, attempt)
  usePageTitle(result.state === 'known' ? result.vehicle.vin : 'Vehicle')
  return (
    <div className="vh-page">
      <VehicleHead name={name} vehicle={result.state === 'known' ? result.vehicle : undefined} timed={tab.timed} />
      <Tabs search={search} tab={tab} />
      <Body result={result} onRetry={() => setAttempt(attempt + 1)}>
        {(vehicle, signals) => <Content vehicle={vehicle} signals={signals} search={search} go={go} tab={tab} />}
      </Body>
    </div>
  )
}

function Tabs({ search, tab }: Pick<TabProps, 'search' | 'tab'>) {
  return (
    <nav className="vh-tabs" aria-label="Vehicle">
      {tabs.map(({ word, title }) => (
        <Link
          key={word}
          className="vh-tab"
          to="/org/msoc/dashboard/projects/vehicle/$tab"
          params={{ tab: word }}
          search={toTab(search)}
          aria-current={word === tab.word ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}

interface BodyProps {
  readonly result: LiveVehicle
  readonly onRetry: () => void
  readonly children: (vehicle: Vehicle, signals: readonly Signal[]) => ReactElement
}

function Body({ result, onRetry, children }: BodyProps) {
  if (result.state === 'loading') return <SkeletonRows rows={10} columns={['1fr', '1fr', '2fr']} />
  if (result.state === 'refused')
    return (
      <ErrorState title="The vehicle did not load" onRetry={onRetry}>
        {result.message}
      </ErrorState>
    )
  return (
    <Suspense fallback={<SkeletonRows rows={10} columns={['1fr', '1fr', '2fr']} />}>
      {children(result.vehicle, result.signals)}
    </Suspense>
  )
}

function Content(props: TabProps) {
  switch (props.tab.word) {
    case 'info':
      return <InfoTab {...props} />
    case 'live-location':
      return <LocationTab {...props} />
    case 'health':
      return <HealthTab {...props} />
    case 'telematics-v3':
      return <TelemetryTab {...props} />
    case 'software':
      return <SoftwareTab {...props} />
    case 'sbom-alerts':
      return <SbomAlertsTab {...props} />
    case 'vulnerabilities':
      return <VulnerabilitiesTab vehicle={props.vehicle} />
    case 'security-events':
      return <SecurityTab {...props} />
    case 'ids-can-packet-analyzer':
      return <AnalyzerTab {...props} />
    case 'syslog':
      return <SyslogTab {...props} />
    case 'ids-can':
    case 'ids-eth':
    case 'ids-host':
      return <IdsTab key={props.tab.word} {...props} />
  }
}
