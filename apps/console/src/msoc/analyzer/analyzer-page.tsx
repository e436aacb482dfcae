import { useCallback, useRef } from 'react'
import { usePageTitle } from '../../core/page/page-title.ts'
import { AnalyzerScreen } from './analyzer-screen.tsx'
import { Choose } from './choose.tsx'
import { PageTitle } from './page-title.tsx'
import type { AnalyzerPageSearch } from './page-search.ts'
import type { AnalyzerLook } from './search.ts'
import type { Source } from './sources/source.ts'
import { useVehicleSource } from './use-vehicle-source.ts'

interface AnalyzerPageProps {
  readonly search: AnalyzerPageSearch
  readonly go: (search: AnalyzerPageSearch, replace?: boolean) => void
}

/** The analyzer on its own page. */
export function AnalyzerPage({ search, go }: AnalyzerPageProps) {
  usePageTitle('Packet analyzer')
  const { vehicle, capture, alert } = search
  if (alert !== undefined) return <Screen source={{ kind: 'alert', uuid: alert }} search={search} go={go} />
  if (capture !== undefined) return <Screen source={{ kind: 'capture', uuid: capture }} search={search} go={go} />
  if (vehicle !== undefined) return <OfVehicle key={vehicle} vehicle={vehicle} search={search} go={go} />
  return <Choose onChoose={go} />
}

function OfVehicle({ vehicle, search, go }: AnalyzerPageProps & { readonly vehicle: string }) {
  const source = useVehicleSource(vehicle, search.at, undefined)
  return (
    <Screen source={source} search={search} go={go} onLive={() => go({ ...search, at: undefined, span: undefined })} />
  )
}

function Screen({
  source,
  search,
  go,
  onLive,
}: AnalyzerPageProps & { readonly source: Source; readonly onLive?: () => void }) {
  const latest = useRef(search)
  latest.current = search
  const lookAt = useCallback((look: AnalyzerLook, replace = false) => go({ ...latest.current, ...look }, replace), [go])
  return (
    <div className="an-page">
      <AnalyzerScreen source={source} look={search} lookAt={lookAt} onLive={onLive} head={<PageTitle />} />
    </div>
  )
}
