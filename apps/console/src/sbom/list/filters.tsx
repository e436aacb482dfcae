import type { Release } from '@carapace/shared/sbom/releases.contract'
import { type ReleaseState, releaseStates, type SoftwareKind, softwareKinds } from '@carapace/shared/sbom/sbom'
import { sentenceCase } from '../../core/format/format.ts'
import { FilterMenu } from '../../core/ui/filter-menu.tsx'
import { chosen, type ReleasesSearch } from '../search.ts'
import { kindNames } from '../words.ts'

interface FiltersProps {
  readonly search: ReleasesSearch
  readonly rows: readonly Release[]
  readonly go: (search: ReleasesSearch) => void
}

const states = releaseStates.map((word) => ({ word, text: sentenceCase(word) }))
const kinds = softwareKinds.map((word) => ({ word, text: kindNames[word] }))
const documents = [
  { word: 'ready', text: 'Ready' },
  { word: 'reading', text: 'Reading' },
  { word: 'failed', text: 'Failed' },
  { word: 'none', text: 'None' },
] as const

/** The filters of the list; control units and suppliers are those of the loaded releases and the requested one. */
export function Filters({ search, rows, go }: FiltersProps) {
  const known = (of: (row: Release) => string, now: string | undefined) =>
    [...new Set([...rows.map(of), ...(now === undefined ? [] : [now])])]
      .filter((word) => word !== '')
      .sort()
      .slice(0, 200)
      .map((word) => ({ word, text: word }))
  const one = (word: string | undefined) => (word === undefined ? [] : [word])
  return (
    <>
      <FilterMenu<ReleaseState>
        name="State"
        choices={states}
        chosen={chosen(search.state)}
        onChoose={(words) => go({ ...search, state: words.join(',') || undefined })}
      />
      <FilterMenu<SoftwareKind>
        name="Kind"
        choices={kinds}
        chosen={chosen(search.kind)}
        onChoose={(words) => go({ ...search, kind: words.join(',') || undefined })}
      />
      <FilterMenu<(typeof documents)[number]['word']>
        name="Document"
        choices={documents}
        chosen={chosen(search.document)}
        onChoose={(words) => go({ ...search, document: words.join(',') || undefined })}
      />
      <FilterMenu
        name="ECU"
        single
        choices={known(({ software }) => software.ecu, search.ecu)}
        chosen={one(search.ecu)}
        onChoose={([ecu]) => go({ ...search, ecu })}
      />
      <FilterMenu
        name="Supplier"
        single
        choices={known(({ software }) => software.supplier, search.supplier)}
        chosen={one(search.supplier)}
        onChoose={([supplier]) => go({ ...search, supplier })}
      />
    </>
  )
}
