import { listVehicles } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { useEffect, useId, useState } from 'react'
import { useEndpoint } from '../../../core/call/query.ts'
import { useSettled } from '../../../core/call/use-settled.ts'
import { mostChoices, type VehicleChoice, vehicleChoices } from './vehicle-choices.ts'

interface VehicleSearchProps {
  readonly ofCase: readonly VehicleChoice[]
  readonly chosen: VehicleChoice | undefined
  readonly onChoose: (found: VehicleChoice) => void
}

const typingMs = 200

/** Searches the organisation's vehicles, those of the case first; the first one is selected, so that Enter takes it. */
export function VehicleSearch({ ofCase, chosen, onChoose }: VehicleSearchProps) {
  const [words, setWords] = useState('')
  const settled = useSettled(words, typingMs)
  const q = settled?.trim() ?? ''
  const { data, problem } = useEndpoint(
    listVehicles,
    { limit: mostChoices, sort: 'vin', ...(q !== '' && { q }) },
    { enabled: settled !== undefined },
  )
  const id = useId()
  const choices = data && vehicleChoices(ofCase, data.vehicles, q)
  const first = choices?.[0]
  const isShown = choices?.some(({ uuid }) => uuid === chosen?.uuid)
  useEffect(() => {
    if (isShown === false && first !== undefined) onChoose(first)
  }, [isShown, first, onChoose])

  return (
    <div className="am-field">
      <label htmlFor={id}>VIN or name</label>
      <input
        id={id}
        className="am-input"
        value={words}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setWords(event.target.value)}
      />
      {problem !== undefined && (
        <p className="am-muted" role="alert">
          The vehicles did not load. {problem}
        </p>
      )}
      {choices?.length === 0 && <p className="am-muted">No vehicle matches.</p>}
      <fieldset className="am-cases" aria-busy={choices === undefined}>
        <legend className="c-visually-hidden">Vehicles</legend>
        {choices?.map((each) => (
          <label key={each.uuid} data-chosen={each.uuid === chosen?.uuid || undefined}>
            <input type="radio" name="vehicle" checked={each.uuid === chosen?.uuid} onChange={() => onChoose(each)} />
            <span className="mono">{each.vin}</span>
            <span className="am-case-title am-muted">{each.name}</span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}
