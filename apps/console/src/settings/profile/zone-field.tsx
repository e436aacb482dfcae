import { Button } from '@blueprintjs/core'
import { useId } from 'react'
import { offsetText, useNow } from '../../core/format/format.ts'
import { keptByZone, zoneTitle } from '../../core/format/zone.ts'
import { Field } from '../../core/ui/field.tsx'
import { deviceZone, zoneMeant } from './zones.ts'

interface ZoneFieldProps {
  readonly value: string
  readonly zones: readonly string[]
  readonly onChange: (zone: string) => void
}

/** A time zone, found by typing a part of its name, with the current time in it. */
export function ZoneField({ value, zones, onChange }: ZoneFieldProps) {
  const list = useId()
  const own = deviceZone()
  const isOffered = zones.includes(own) && zoneMeant(value, zones) !== own
  return (
    <>
      <Field label="Time zone" hint={<ZoneHint zone={zoneMeant(value, zones)} />}>
        {(id, describedBy) => (
          <input
            id={id}
            className="bp6-input"
            list={list}
            value={value}
            autoComplete="off"
            spellCheck={false}
            required
            maxLength={64}
            placeholder="Type a city"
            aria-describedby={describedBy}
            aria-invalid={zoneMeant(value, zones) === undefined || undefined}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <datalist id={list}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      {isOffered && (
        <p className="c-form-foot">
          <Button size="small" variant="outlined" onClick={() => onChange(own)}>
            Use this device's: {own}
          </Button>
        </p>
      )}
    </>
  )
}

const clocks = keptByZone(
  (timeZone) => new Intl.DateTimeFormat('en-IN', { hour: '2-digit', minute: '2-digit', hour12: true, timeZone }),
)

/** The current time in the zone, so that the user can check the choice. */
function ZoneHint({ zone }: { readonly zone: string | undefined }) {
  const now = useNow(1_000)
  if (zone === undefined) return 'Choose one of the list: type a city.'
  const place = zone === 'UTC' ? zone : `${zoneTitle(zone)}, ${offsetText(now, zone)}`
  return `It is ${clocks(zone).format(now)} in ${place}. Times are shown in this zone; files stay in UTC.`
}
