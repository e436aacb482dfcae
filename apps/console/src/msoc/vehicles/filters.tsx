import { Button } from '@blueprintjs/core'
import type { Health } from '@carapace/shared/msoc/severity'
import { listVehicleFacets } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { useEndpoint } from '../../core/call/query.ts'
import { number, sentenceCase } from '../../core/format/format.ts'
import { FilterMenu } from '../../core/ui/filter-menu.tsx'
import { HealthDot } from '../../core/ui/health-dot.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { cleared, countFilters, healthsIn, riskSteps, seenSpans, type VehicleSearch, wordsIn } from './search.ts'
import { useFleetHealth } from './use-fleet-health.ts'

interface FiltersProps {
  readonly search: VehicleSearch
  readonly go: (search: VehicleSearch, replace?: boolean) => void
  readonly total: number | undefined
}

/** The filters of the list, all stored in the address. */
export function Filters({ search, go, total }: FiltersProps) {
  const filters = countFilters(search)
  return (
    <div className="vl-filters" role="search" aria-label="Vehicles">
      <SearchField
        value={search.q ?? ''}
        label="Search vehicles"
        placeholder="VIN, name, model, device id"
        onSearch={(q) => go({ ...search, q: q || undefined }, true)}
      />
      <HealthChips search={search} go={go} />
      <FacetMenus search={search} go={go} />
      <PlainMenus search={search} go={go} />
      {filters > 0 && <Button variant="minimal" text="Clear filters" onClick={() => go(cleared(search))} />}
      {total !== undefined && (
        <span className="vl-total num">{total === 1 ? '1 vehicle' : `${number(total)} vehicles`}</span>
      )}
    </div>
  )
}

type Part = Pick<FiltersProps, 'search' | 'go'>

const worstFirst = ['compromised', 'degraded', 'healthy', 'offline'] as const

/** The healths as toggles, each with its current number of vehicles in the fleet. */
function HealthChips({ search, go }: Part) {
  const counts = useFleetHealth()
  const chosen = healthsIn(search)
  const toggle = (health: Health) => {
    const next = chosen.includes(health) ? chosen.filter((each) => each !== health) : [...chosen, health]
    go({ ...search, health: next.join(',') || undefined })
  }
  return (
    <span className="vl-chips" role="group" aria-label="Health">
      {worstFirst.map((health) => (
        <button
          key={health}
          type="button"
          className="vl-chip"
          aria-pressed={chosen.includes(health)}
          onClick={() => toggle(health)}
        >
          <HealthDot health={health} />
          {sentenceCase(health)}
          {counts && <span className="vl-chip-count num">{number(counts[health])}</span>}
        </button>
      ))}
    </span>
  )
}

interface Facets {
  readonly models: readonly { readonly name: string; readonly vehicles: number }[]
  readonly platforms: readonly { readonly name: string; readonly vehicles: number }[]
}

const noFacets: Facets = { models: [], platforms: [] }

/** The available models and platforms. Without a response, the menus offer the values of the address. */
function useFacets(): Facets {
  return useEndpoint(listVehicleFacets, {}).data ?? noFacets
}

function FacetMenus({ search, go }: Part) {
  const { models, platforms } = useFacets()
  return (
    <>
      <FilterMenu
        name="Model"
        choices={choicesOf(models, search.model)}
        chosen={wordsIn(search.model)}
        onChoose={(chosen) => go({ ...search, model: chosen.join(',') || undefined })}
      />
      <FilterMenu
        name="Platform"
        choices={choicesOf(platforms, search.platform)}
        chosen={wordsIn(search.platform)}
        onChoose={(chosen) => go({ ...search, platform: chosen.join(',') || undefined })}
      />
    </>
  )
}

function choicesOf(facets: Facets['models'], chosen: string | undefined) {
  const named = facets.filter(({ name }) => name !== '')
  const missing = wordsIn(chosen).filter((word) => named.every(({ name }) => name !== word))
  return [
    ...named.map(({ name, vehicles }) => ({ word: name, text: `${name} · ${number(vehicles)}` })),
    ...missing.map((word) => ({ word, text: word })),
  ]
}

const spanChoices = seenSpans.map(({ word, text }) => ({ word, text }))
const riskChoices = riskSteps.map((step) => ({ word: String(step), text: step === 1 ? 'above 0' : `${step} or more` }))
const byChoices = [
  { word: 'ingest', text: 'its own events' },
  { word: 'person', text: 'a person' },
] as const

function PlainMenus({ search, go }: Part) {
  return (
    <>
      <FilterMenu
        single
        name="Risk"
        choices={riskChoices}
        chosen={search.risk === undefined ? [] : [String(search.risk)]}
        onChoose={([risk]) => go({ ...search, risk: risk === undefined ? undefined : Number(risk) })}
      />
      <FilterMenu
        single
        name="Seen within"
        choices={spanChoices}
        chosen={listed(search.seen)}
        onChoose={([seen]) => go({ ...search, seen, silent: undefined })}
      />
      <FilterMenu
        single
        name="Silent for"
        choices={spanChoices}
        chosen={listed(search.silent)}
        onChoose={([silent]) => go({ ...search, silent, seen: undefined })}
      />
      <FilterMenu
        single
        name="Registered by"
        choices={byChoices}
        chosen={listed(search.by)}
        onChoose={([by]) => go({ ...search, by })}
      />
    </>
  )
}

function listed<Word>(word: Word | undefined): readonly Word[] {
  return word === undefined ? [] : [word]
}
