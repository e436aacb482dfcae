import type { Indicators } from '@carapace/shared/lifecycle/sightings/indicators'
import { ListField } from '../../graph/editing/list-field.tsx'
import { listed, listText, numbersIn } from './lists.ts'
import '../rating/rating.css'

interface IndicatorsEditorProps {
  readonly indicators: Indicators
  readonly isReadOnly: boolean
  readonly onChange: (indicators: Indicators) => void
}

const listNames = {
  detectors: ['Detectors', 'can-period, event:0x8001'],
  rules: ['Rules', 'Sigma rules by title or uuid'],
  buses: ['Buses', 'can0'],
  ecus: ['ECUs', 'GTW'],
} as const
const numberNames = { event_ids: ['Event ids', '0x8001'], can_ids: ['Arbitration ids', '0x0A0'] } as const

/**
 * The indicators by which an alert matches: one of the first three lists must match, and the others narrow the match
 * (rules SIGHTING-1 to SIGHTING-3).
 */
export function IndicatorsEditor({ indicators, isReadOnly, onChange }: IndicatorsEditorProps) {
  const words = (key: keyof typeof listNames) => (
    <ListField
      key={key}
      label={listNames[key][0]}
      hint={listNames[key][1]}
      isReadOnly={isReadOnly}
      value={indicators[key].join(', ')}
      onDone={(text) => (onChange({ ...indicators, [key]: listed(text) }), undefined)}
    />
  )
  const numbers = (key: keyof typeof numberNames) => (
    <ListField
      key={key}
      label={numberNames[key][0]}
      hint={numberNames[key][1]}
      isReadOnly={isReadOnly}
      value={listText(indicators[key])}
      onDone={(text) => {
        const read = numbersIn(text)
        if (read.ok) onChange({ ...indicators, [key]: read.value })
        return read.ok ? undefined : read.reason
      }}
    />
  )
  return (
    <div className="gr-lists">
      {words('detectors')}
      {numbers('event_ids')}
      {words('rules')}
      {numbers('can_ids')}
      {words('buses')}
      {words('ecus')}
    </div>
  )
}
