import { Button, PopoverNext } from '@blueprintjs/core'
import { HelpIcon } from '@blueprintjs/icons'
import { SearchField } from '../../../../core/ui/search-field.tsx'
import { useBench, useAnalyzerState } from '../../bench.ts'

/** The filter syntax (rules ANALYZER-30 to ANALYZER-36 of ../../SPEC.md). */
const words: readonly (readonly [string, string])[] = [
  ['2C1, 7E?', 'an id, hexadecimal; ? is any digit'],
  ['7E0-7EF', 'ids from one to another'],
  ['7E0/7F0', 'ids by value and mask'],
  ['torque', 'part of a message, a sender or a signal'],
  ['"2C1"', 'the same, where it could be an id'],
  ['rate > 50', 'frames a second; also >= < <= = !='],
  ['period < 20', 'ms between frames'],
  ['len = 8', 'bytes'],
  ['data 01 ?? F?', 'the first bytes'],
  ['signal Torque > 100', 'a physical value'],
  ['signal Mode = Ready', 'a value by its name'],
  ['changed', 'another payload than the frame before'],
  ['unknown', 'in no database; also not in dbc'],
  ['is fd', 'also remote, error, extended'],
]

/** Filters the list with a small filter language; errors in the filter are shown in place (rule ANALYZER-UI-4). */
export function FilterField() {
  const { look, lookAt } = useBench()
  const fault = useAnalyzerState(({ summary }) => summary?.filterFault)
  return (
    <span className="an-filter" data-fault={fault !== undefined}>
      <SearchField
        value={look.q ?? ''}
        label="Filter frames"
        placeholder="id, signal, rate > 50"
        onSearch={(q) => lookAt({ ...look, q: q || undefined }, true)}
      />
      <FilterHelp />
      {fault !== undefined && (
        <span className="an-fault" role="status">
          {fault}
        </span>
      )}
    </span>
  )
}

function FilterHelp() {
  const content = (
    <div className="an-help">
      <p>
        All words must hold; a comma begins another group, and one group is enough. <b>not</b> turns the next word
        round.
      </p>
      <dl>
        {words.map(([word, meaning]) => (
          <div key={word}>
            <dt className="mono">{word}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
  return (
    <PopoverNext content={content} placement="bottom" arrow={false} animation="minimal">
      <Button
        variant="minimal"
        size="small"
        icon={<HelpIcon size={14} />}
        aria-label="How to filter"
        aria-haspopup="dialog"
      />
    </PopoverNext>
  )
}
