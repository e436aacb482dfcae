import { Button } from '@blueprintjs/core'
import { CrossIcon } from '@blueprintjs/icons'
import { caseStages, tlps } from '@carapace/shared/msoc/cases/cases'
import { severities } from '@carapace/shared/msoc/severity'
import { sentenceCase } from '../../../core/format/format.ts'
import { FilterMenu } from '../../../core/ui/filter-menu.tsx'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { OwnerFilter } from '../owner-filter.tsx'
import { type CasesSearch, narrowed, severitiesIn, stagesIn, statusesIn, tlpsIn } from '../search.ts'
import { useCaseSettings } from '../use-settings.ts'
import { useOwners } from '../use-owners.ts'
import { TagFilter } from './tag-filter.tsx'

interface FiltersProps {
  readonly search: CasesSearch
  readonly go: (search: CasesSearch) => void
}

const stageChoices = caseStages.map((word) => ({ word, text: sentenceCase(word) }))
const tlpChoices = tlps.map((word) => ({ word, text: word }))
const severityChoices = severities.map((word) => ({
  word,
  text: sentenceCase(word),
  icon: <SeverityGlyph severity={word} />,
}))

/** The filters of the list and of the board (rule CASE-UI-1). */
export function Filters({ search, go }: FiltersProps) {
  const { settings } = useCaseSettings()
  const statuses = settings?.statuses ?? []
  const set = (key: keyof CasesSearch) => (chosen: readonly string[] | string) => go(narrowed(search, key, chosen))
  return (
    <>
      <FilterMenu name="Stage" choices={stageChoices} chosen={stagesIn(search)} onChoose={set('stage')} />
      {(statuses.length > 0 || search.status !== undefined) && (
        <FilterMenu
          name="Status"
          choices={[
            ...statuses.map(({ uuid, name, stage }) => ({ word: uuid, text: `${name} (${sentenceCase(stage)})` })),
            { word: 'none', text: 'Only the stage' },
          ]}
          chosen={statusesIn(search)}
          onChoose={set('status')}
        />
      )}
      <FilterMenu name="Severity" choices={severityChoices} chosen={severitiesIn(search)} onChoose={set('severity')} />
      <OwnerFilter owner={search.owner} onChoose={set('owner')} />
      <MemberFilter member={search.member} onChoose={set('member')} />
      <FilterMenu name="TLP" choices={tlpChoices} chosen={tlpsIn(search)} onChoose={set('tlp')} />
      <TagFilter tag={search.tag} onChoose={set('tag')} />
      {search.template !== undefined && (
        <Button
          size="small"
          variant="outlined"
          endIcon={<CrossIcon size={12} />}
          text={`template ${settings?.templates.find(({ uuid }) => uuid === search.template)?.name ?? ''}`}
          aria-label="Remove the filter template"
          onClick={() => set('template')('')}
        />
      )}
      <Button
        size="small"
        variant="outlined"
        active={search.overdue !== undefined}
        aria-pressed={search.overdue !== undefined}
        text="Overdue"
        onClick={() => set('overdue')(search.overdue === undefined ? 'true' : '')}
      />
    </>
  )
}

/** The filter by member: cases that I, or a colleague, work on. */
function MemberFilter({
  member,
  onChoose,
}: {
  readonly member: string | undefined
  readonly onChoose: (member: string) => void
}) {
  const { members = [] } = useOwners()
  const people = members.map(({ uuid, name, email }) => ({ word: uuid, text: name || email }))
  const isKnown = member === undefined || member === 'me' || people.some(({ word }) => word === member)
  const choices = [{ word: 'me', text: 'Me' }, ...people, ...(isKnown ? [] : [{ word: member, text: 'Somebody else' }])]
  return (
    <FilterMenu
      name="Member"
      single
      choices={choices}
      chosen={member === undefined ? [] : [member]}
      onChoose={([chosen = '']) => onChoose(chosen)}
    />
  )
}
