import { PopoverNext } from '@blueprintjs/core'
import { SmallCrossIcon } from '@blueprintjs/icons'
import { useDesk } from './desk.tsx'
import { FilterEditor } from './filter-editor.tsx'
import { filters, paramText, wordText } from './filters.ts'
import { chosen, type FilterParam, keyOf, narrowed } from './search.ts'
import { useMembers } from './use-members.ts'

interface FilterChipProps {
  readonly param: FilterParam
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
  /** Edits another parameter instead: `source` becomes `source not`. */
  readonly onTurn: (param: FilterParam) => void
}

/** One filter: what it says, how to change it, and how to be rid of it. */
export function FilterChip({ param, open, onOpen, onTurn }: FilterChipProps) {
  const { search, go } = useDesk()
  const key = keyOf(param)
  const words = chosen(search, param)
  const said = words.map((word) => wordText(key, word)).join(', ') || 'any'
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
        <button type="button" className="am-chip-text" aria-label={`Filter ${paramText(param)}: ${said}`}>
          {paramText(param)} <b className={filters[key].words === undefined ? 'mono' : undefined}>{key === 'owner' && isPerson(words[0]) ? <Person uuid={words[0]!} /> : said}</b>
        </button>
      </PopoverNext>
      <button type="button" className="am-chip-remove" aria-label={`Remove the filter ${paramText(param)}`} onClick={remove}>
        <SmallCrossIcon size={14} />
      </button>
    </span>
  )
}

function isPerson(word: string | undefined): boolean {
  return word !== undefined && word !== 'me' && word !== 'none'
}

function Person({ uuid }: { readonly uuid: string }) {
  const { members } = useMembers()
  const member = members?.find((each) => each.uuid === uuid)
  return member === undefined ? 'somebody' : member.name || member.email
}
