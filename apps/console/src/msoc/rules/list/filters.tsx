import type { RuleRow } from '@carapace/shared/msoc/rules/rules.contract'
import { type RuleState, ruleStates, vehicleServices } from '@carapace/shared/msoc/rules/rules'
import { severities, type Severity } from '@carapace/shared/msoc/severity'
import { sentenceCase } from '../../../core/format/format.ts'
import { FilterMenu } from '../../../core/ui/filter-menu.tsx'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { chosen, type RulesSearch } from '../search.ts'

interface FiltersProps {
  readonly search: RulesSearch
  readonly rows: readonly RuleRow[]
  readonly go: (search: RulesSearch, replace?: boolean) => void
}

const stateChoices = ruleStates.map((word) => ({ word, text: sentenceCase(word) }))
const severityChoices = severities.map((word) => ({
  word,
  text: sentenceCase(word),
  icon: <SeverityGlyph severity={word} />,
}))

/** The filters of the list; tags and packs are those of the loaded rules and the requested ones (rule RULE-UI-1). */
export function Filters({ search, rows, go }: FiltersProps) {
  const known = (values: readonly string[], requested: string | undefined) =>
    [...new Set([...values, ...(requested === undefined ? [] : [requested])])]
      .sort()
      .map((word) => ({ word, text: word }))
  const one = (word: string | undefined) => (word === undefined ? [] : [word])
  return (
    <>
      <FilterMenu<RuleState>
        name="State"
        choices={stateChoices}
        chosen={chosen(search.state)}
        onChoose={(words) => go({ ...search, state: words.join(',') || undefined })}
      />
      <FilterMenu<Severity>
        name="Severity"
        choices={severityChoices}
        chosen={chosen(search.severity)}
        onChoose={(words) => go({ ...search, severity: words.join(',') || undefined })}
      />
      <FilterMenu
        name="Service"
        single
        choices={known(vehicleServices, search.service)}
        chosen={one(search.service)}
        onChoose={([service]) => go({ ...search, service })}
      />
      <FilterMenu
        name="Tag"
        single
        choices={known(
          rows.flatMap(({ tags }) => tags),
          search.tag,
        )}
        chosen={one(search.tag)}
        onChoose={([tag]) => go({ ...search, tag })}
      />
      <FilterMenu
        name="Pack"
        single
        choices={known(
          rows.flatMap(({ pack }) => pack ?? []),
          search.pack,
        )}
        chosen={one(search.pack)}
        onChoose={([pack]) => go({ ...search, pack })}
      />
    </>
  )
}
