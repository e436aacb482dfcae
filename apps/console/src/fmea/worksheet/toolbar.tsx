import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon } from '@blueprintjs/icons'
import { number } from '../../core/format/format.ts'
import { ColumnChoice } from '../../core/table/column-choice.tsx'
import { FilterMenu } from '../../core/ui/filter-menu.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { whereOf, whereText } from '../../graph/page/search.ts'
import { Chip } from '../../graph/programs/project-chip.tsx'
import type { WorksheetSearch } from '../search.ts'
import type { LineColumn } from './columns.ts'
import { type GroupKey, groupKeys, groupTitles, lineFilters } from './shown.ts'

interface WorksheetToolbarProps {
  readonly id: string
  readonly columns: readonly LineColumn[]
  readonly group: GroupKey | undefined
  readonly search: WorksheetSearch
  readonly go: (search: WorksheetSearch, replace?: boolean) => void
  /** The name of the rating profile. */
  readonly profile: string
  readonly shown: number
  readonly total: number
}

/** Search, filters and groups of the worksheet; all of it is in the address. */
export function WorksheetToolbar({ id, columns, group, search, go, profile, shown, total }: WorksheetToolbarProps) {
  const where = whereOf(search.where)
  const count = `${number(total)} ${total === 1 ? 'line' : 'lines'}`
  return (
    <div className="c-toolbar">
      <SearchField
        value={search.q ?? ''}
        label="Search the lines"
        placeholder="Failures, controls, actions"
        onSearch={(q) => go({ ...search, q: q || undefined }, true)}
      />
      {group === undefined ? (
        <span className="c-filter">
          <PopoverNext
            placement="bottom-start"
            arrow={false}
            animation="minimal"
            content={
              <Menu aria-label="Group by">
                {groupKeys.map((key) => (
                  <MenuItem
                    key={key}
                    roleStructure="menuitem"
                    text={groupTitles[key]}
                    onClick={() => go({ ...search, group: key }, true)}
                  />
                ))}
              </Menu>
            }
          >
            <Button variant="minimal" endIcon={<CaretDownIcon />}>
              Group
            </Button>
          </PopoverNext>
        </span>
      ) : (
        <Chip name="grouped by" value={groupTitles[group]} onClear={() => go({ ...search, group: undefined }, true)} />
      )}
      {lineFilters.map(({ key, title, choices }) => (
        <FilterMenu
          key={key}
          name={title}
          choices={choices}
          chosen={where[key] ?? []}
          onChoose={(chosen) => go({ ...search, where: whereText({ ...where, [key]: chosen }) }, true)}
        />
      ))}
      <span className="c-toolbar-total num" role="status">
        {shown === total ? count : `${number(shown)} of ${count}`}, rated by {profile}
      </span>
      <ColumnChoice id={id} columns={columns} />
    </div>
  )
}
