import { Button } from '@blueprintjs/core'
import { idsKinds } from '@carapace/shared/msoc/history/history'
import { severities } from '@carapace/shared/msoc/severity'
import { useMemo } from 'react'
import { number, sentenceCase } from '../../core/format/format.ts'
import { FilterMenu } from '../../core/ui/filter-menu.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { SeverityGlyph } from '../../core/ui/severity-glyph.tsx'
import { eventNumber, type IdsEvent, kindTexts } from '../ids-events/ids-events.ts'
import { cleared, eventsIn, type Go, type IdsSearch, isNarrowed, severitiesIn } from './search.ts'

interface FiltersProps {
  readonly search: IdsSearch
  readonly go: Go
  /** The loaded events: the menus offer their values. */
  readonly events: readonly IdsEvent[] | undefined
  /** Number of occurrences that pass the filters. */
  readonly total: number | undefined
}

const kinds = idsKinds.map((word) => ({ word, text: kindTexts[word] }))
const gravities = severities
  .toReversed()
  .map((word) => ({ word, text: sentenceCase(word), icon: <SeverityGlyph severity={word} /> }))
/** Maximum number of options in a menu. */
const mostChoices = 40

/** The filters of the list, all stored in the address. */
export function Filters({ search, go, events, total }: FiltersProps) {
  const narrow = (more: Partial<IdsSearch>, replace = false) => go({ ...search, ...more, open: undefined }, replace)
  const chosen = eventsIn(search)
  const named = useMemo(() => eventChoices(events ?? []), [events])
  const vehicles = useMemo(() => vehicleChoices(events ?? [], search.vehicle), [events, search.vehicle])
  return (
    <div className="c-toolbar" role="search" aria-label="IDS events">
      <SearchField
        value={search.q ?? ''}
        label="Filter events"
        placeholder="Event, number, VIN, detail"
        onSearch={(q) => narrow({ q: q || undefined }, true)}
      />
      <FilterMenu
        name="Kind"
        single
        choices={kinds}
        chosen={search.kind ? [search.kind] : []}
        onChoose={([kind]) => narrow({ kind })}
      />
      <FilterMenu
        name="Severity"
        choices={gravities}
        chosen={severitiesIn(search)}
        onChoose={(words) => narrow({ severity: words.join(',') || undefined })}
      />
      <FilterMenu
        name="Event"
        choices={named}
        chosen={chosen}
        onChoose={(words) => narrow({ event: words.join(',') || undefined })}
      />
      <FilterMenu
        name="Vehicle"
        single
        choices={vehicles}
        chosen={search.vehicle ? [search.vehicle] : []}
        onChoose={([vehicle]) => narrow({ vehicle, sensor: undefined })}
      />
      {search.sensor !== undefined && (
        <FilterMenu
          name="Sensor"
          single
          choices={[{ word: search.sensor, text: search.sensor.replace('.', ' · ') }]}
          chosen={[search.sensor]}
          onChoose={() => narrow({ sensor: undefined })}
        />
      )}
      {isNarrowed(search) && <Button variant="minimal" text="Clear filters" onClick={() => go(cleared(search))} />}
      {total !== undefined && (
        <span className="c-toolbar-total num">{total === 1 ? '1 occurrence' : `${number(total)} occurrences`}</span>
      )}
    </div>
  )
}

function eventChoices(events: readonly IdsEvent[]) {
  const named = new Map(events.map((event) => [eventNumber(event), `${event.name} (${eventNumber(event)})`]))
  return [...named]
    .map(([word, text]) => ({ word, text }))
    .toSorted((a, b) => (a.word < b.word ? -1 : 1))
    .slice(0, mostChoices)
}

/** The vehicles with loaded events, and the selected one, which may have no events. */
function vehicleChoices(events: readonly IdsEvent[], chosen: string | undefined) {
  const vins = new Set([...(chosen ? [chosen] : []), ...events.flatMap(({ vin }) => vin ?? [])])
  return [...vins]
    .toSorted()
    .slice(0, mostChoices)
    .map((word) => ({ word, text: word }))
}
