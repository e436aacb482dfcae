import { PopoverNext } from '@blueprintjs/core'
import { SmallCrossIcon } from '@blueprintjs/icons'
import { getCase } from '@carapace/shared/msoc/cases/cases.contract'
import { getRule } from '@carapace/shared/msoc/rules/rules.contract'
import { z } from 'zod'
import { useEndpoint } from '../../../core/call/query.ts'
import { useAlertPage } from '../page-context.tsx'
import { FilterEditor } from './filter-editor.tsx'
import { filters, paramText, wordText } from './filters.ts'
import { chosen, type FilterKey, type FilterParam, keyOf, narrowed } from '../search.ts'
import { caseId } from '../sentences.ts'
import { useMembers } from '../triage/use-members.ts'

interface FilterChipProps {
  readonly param: FilterParam
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
  /** Edits another parameter instead: `source` becomes `source not`. */
  readonly onTurn: (param: FilterParam) => void
}

/** One filter: its text, its editor, and a button to remove it. */
export function FilterChip({ param, open, onOpen, onTurn }: FilterChipProps) {
  const { search, go } = useAlertPage()
  const key = keyOf(param)
  const words = chosen(search, param)
  const text = words.map((word) => wordText(key, word)).join(', ') || 'any'
  const remove = () => {
    onOpen(false)
    go(narrowed(search, param, ''))
  }

  return (
    <span className="am-chip">
      <PopoverNext
        isOpen={open}
        onInteraction={onOpen}
        content={<FilterEditor param={param} onDone={() => onOpen(false)} onTurn={onTurn} />}
        placement="bottom-start"
        arrow={false}
        animation="minimal"
      >
        <button type="button" className="am-chip-text" aria-label={`Filter ${paramText(param)}: ${text}`}>
          {paramText(param)}{' '}
          <b className={filters[key].words === undefined ? 'mono' : undefined}>
            <FilterText filterKey={key} words={words} />
          </b>
        </button>
      </PopoverNext>
      <button
        type="button"
        className="am-chip-remove"
        aria-label={`Remove the filter ${paramText(param)}`}
        onClick={remove}
      >
        <SmallCrossIcon size={14} />
      </button>
    </span>
  )
}

/** The text of the filter's values: the name of the object for a uuid, anything else unchanged. */
function FilterText({ filterKey, words }: { readonly filterKey: FilterKey; readonly words: readonly string[] }) {
  const [word] = words
  if (filterKey === 'owner' && isPerson(word)) return <Person uuid={word!} />
  if (filterKey === 'case' && word !== undefined) return <CaseName uuid={word} />
  if (filterKey === 'rule' && words.length === 1 && isUuid(word)) return <RuleName uuid={word!} />
  return words.map((each) => wordText(filterKey, each)).join(', ') || 'any'
}

function isPerson(word: string | undefined): boolean {
  return word !== undefined && word !== 'me' && word !== 'none'
}

function Person({ uuid }: { readonly uuid: string }) {
  const { members } = useMembers()
  const member = members?.find((each) => each.uuid === uuid)
  return member === undefined ? 'somebody' : member.name || member.email
}

function isUuid(word: string | undefined): boolean {
  return z.uuid().safeParse(word).success
}

/** The title of a detection rule; a generic text if it was deleted. */
function RuleName({ uuid }: { readonly uuid: string }) {
  const { data, problem } = useEndpoint(getRule, { uuid }, { keepPrevious: false })
  if (data === undefined) return problem === undefined ? '\u2026' : 'unknown'
  return data.rule.title
}

/** The number of a case; a generic text if the number is not available. */
function CaseName({ uuid }: { readonly uuid: string }) {
  const { data, problem } = useEndpoint(getCase, { uuid }, { keepPrevious: false })
  if (data === undefined) return problem === undefined ? '\u2026' : 'unknown'
  return caseId(data.case)
}
