import { Button } from '@blueprintjs/core'
import { listDeviceTokens } from '@carapace/shared/msoc/ingest/ingest.contract'
import { listVehicles, type Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { useState } from 'react'
import { DeviceTokens } from './device-tokens.tsx'
import { number } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { SearchField } from '../../core/ui/search-field.tsx'
import { useEndpoint } from '../../core/call/query.ts'

/** Maximum number of vehicles in the results; more search words find the others. */
const most = 5

/**
 * Device tokens belong to vehicles: the user selects a vehicle, then its phone trackers. Shown to users with read
 * permission.
 */
export function DeviceTokensOf() {
  return useRefusal(listDeviceTokens) === undefined ? <ChooseVehicle /> : null
}

function ChooseVehicle() {
  const [words, setWords] = useState('')
  const [vehicle, setVehicle] = useState<Vehicle>()
  return (
    <>
      <section className="c-panel" aria-label="Device tokens">
        <div className="c-panel-head">
          <h2>Device tokens</h2>
          <span className="c-note">a phone tracker speaks for one vehicle</span>
        </div>
        <div className="st-search">
          <SearchField
            value={words}
            label="Find a vehicle"
            placeholder="VIN or name of a vehicle"
            onSearch={setWords}
          />
        </div>
        {words !== '' && <Found words={words} onChoose={setVehicle} />}
      </section>
      {vehicle !== undefined && (
        <DeviceTokens
          key={vehicle.uuid}
          vehicleUuid={vehicle.uuid}
          title={`Phone trackers of ${vehicle.name || vehicle.vin}`}
        />
      )}
    </>
  )
}

function Found({ words, onChoose }: { readonly words: string; readonly onChoose: (vehicle: Vehicle) => void }) {
  const { data, problem } = useEndpoint(listVehicles, { q: words, sort: 'vin', limit: most })
  if (problem !== undefined)
    return (
      <p className="c-problem st-text" role="alert">
        {problem}
      </p>
    )
  if (data === undefined) return null
  return (
    <>
      <ul className="st-found" aria-label="Vehicles">
        {data.vehicles.map((vehicle) => (
          <li key={vehicle.uuid}>
            <span className="mono">{vehicle.vin}</span>
            <span className="c-note">{vehicle.name}</span>
            <Button
              size="small"
              variant="outlined"
              aria-label={`Show the tokens of ${vehicle.vin}`}
              onClick={() => onChoose(vehicle)}
            >
              Show tokens
            </Button>
          </li>
        ))}
      </ul>
      <p className="st-text c-note" role="status">
        {countText(data.total)}
      </p>
    </>
  )
}

function countText(total: number): string {
  if (total === 0) return 'No vehicle is called so.'
  return total > most
    ? `${number(total)} vehicles; type more to narrow them.`
    : `${number(total)} ${total === 1 ? 'vehicle' : 'vehicles'}`
}
