import {
  observableTypes,
  type ObservableType,
  type Tlp,
  tlps,
  typeNames,
} from '@carapace/shared/msoc/observables/observables'
import { listObservableLists, type ObservableRow } from '@carapace/shared/msoc/observables/observables.contract'
import { useEndpoint } from '../../../core/call/query.ts'
import { FilterMenu } from '../../../core/ui/filter-menu.tsx'
import { chosen, type ObservablesSearch } from '../search.ts'
import { tlpText } from '../words.ts'

interface FiltersProps {
  readonly search: ObservablesSearch
  readonly rows: readonly ObservableRow[]
  readonly go: (search: ObservablesSearch, replace?: boolean) => void
}

const typeChoices = observableTypes.map((word) => ({ word, text: typeNames[word] }))
const tlpChoices = tlps.map((word) => ({ word, text: tlpText(word) }))
const markChoices = [
  { word: 'ioc', text: 'Indicators' },
  { word: 'expired', text: 'Expired' },
] as const
const dayChoices = [
  { word: '1', text: 'Last day' },
  { word: '7', text: 'Last 7 days' },
  { word: '30', text: 'Last 30 days' },
  { word: '90', text: 'Last 90 days' },
] as const

/** The filters of the list; tags are those of the loaded observables and the requested one (rule OBSERVABLE-UI-1). */
export function Filters({ search, rows, go }: FiltersProps) {
  const { data } = useEndpoint(listObservableLists, {})
  const tags = [...new Set([...rows.flatMap((row) => row.tags), ...(search.tag === undefined ? [] : [search.tag])])]
  const one = (word: string | undefined) => (word === undefined ? [] : [word])
  return (
    <>
      <FilterMenu<ObservableType>
        name="Type"
        choices={typeChoices}
        chosen={chosen(search.type)}
        onChoose={(words) => go({ ...search, type: words.join(',') || undefined })}
      />
      <FilterMenu<Tlp>
        name="TLP"
        choices={tlpChoices}
        chosen={chosen(search.tlp)}
        onChoose={(words) => go({ ...search, tlp: words.join(',') || undefined })}
      />
      <FilterMenu<'ioc' | 'expired'>
        name="Marks"
        choices={markChoices}
        chosen={[...(search.ioc ? (['ioc'] as const) : []), ...(search.expired ? (['expired'] as const) : [])]}
        onChoose={(words) =>
          go({
            ...search,
            ioc: words.includes('ioc') ? true : undefined,
            expired: words.includes('expired') ? true : undefined,
          })
        }
      />
      <FilterMenu
        name="List"
        single
        choices={(data?.lists ?? []).map(({ uuid, name }) => ({ word: uuid, text: name }))}
        chosen={one(search.list)}
        onChoose={([list]) => go({ ...search, list })}
      />
      <FilterMenu
        name="Tag"
        single
        choices={tags.sort().map((word) => ({ word, text: word }))}
        chosen={one(search.tag)}
        onChoose={([tag]) => go({ ...search, tag })}
      />
      <FilterMenu
        name="Seen"
        single
        choices={dayChoices}
        chosen={one(search.days === undefined ? undefined : String(search.days)) as never}
        onChoose={([days]) => go({ ...search, days: days === undefined ? undefined : Number(days) })}
      />
    </>
  )
}
