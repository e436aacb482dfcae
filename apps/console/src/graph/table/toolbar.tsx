import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { AddIcon, CaretDownIcon, CrossIcon } from '@blueprintjs/icons'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { number } from '../../core/format/format.ts'
import type { Sort } from '../../core/table/columns.ts'
import { ColumnChoice } from '../../core/table/column-choice.tsx'
import { type Choice, FilterMenu } from '../../core/ui/filter-menu.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { ProjectItems } from './bulk-bar.tsx'
import { usePageContext } from '../page/page-context.tsx'
import { Chip, ProjectNamed } from '../programs/project-chip.tsx'
import type { ArtefactColumn, Grouping } from './rows.ts'
import { denied, whereOf, whereText } from '../page/search.ts'

interface ToolbarProps {
  readonly id: string
  readonly columns: readonly ArtefactColumn[]
  readonly groupings: readonly Grouping[]
  readonly grouping: Grouping | undefined
  readonly sort: Sort | undefined
  readonly usualSort: Sort | undefined
  readonly shown: readonly Artefact[] | undefined
  readonly total: number | undefined
}

/** Search, filters, grouping and order of the list; all of it is in the address (rule GRAPH-UI-8). */
export function Toolbar({ id, columns, groupings, grouping, sort, usualSort, shown, total }: ToolbarProps) {
  const { search, go, kind } = usePageContext()
  const where = whereOf(search.where)
  const narrowing = columns.filter(({ choices }) => choices !== undefined)
  const set = (key: string, chosen: readonly string[]) => go({ where: whereText({ ...where, [key]: chosen }) }, true)
  const sortedBy = columns.find(({ key }) => key === sort?.key)
  return (
    <div className="c-toolbar">
      <SearchField
        value={search.q ?? ''}
        label="Search the list"
        placeholder="Id, words, links"
        onSearch={(q) => go({ q: q || undefined }, true)}
      />
      <ProjectChip />
      {groupings.length > 0 && <GroupChip groupings={groupings} grouping={grouping} />}
      {sortedBy && (
        <Chip
          name="sorted by"
          value={sortedBy.title}
          {...(sort?.key !== usualSort?.key || sort?.order !== usualSort?.order
            ? { onClear: () => go({ sort: undefined, order: undefined }, true) }
            : {})}
        />
      )}
      {narrowing
        .filter(({ key }) => where[key])
        .map((column) => (
          <FilterMenu
            key={column.key}
            name={column.title}
            choices={withDenied(column.choices!, where[column.key]!)}
            chosen={where[column.key]!}
            onChoose={(chosen) => set(column.key, chosen)}
          />
        ))}
      {narrowing.some(({ key }) => !where[key]) && (
        <MoreFilters columns={narrowing.filter(({ key }) => !where[key])} onChoose={(key, word) => set(key, [word])} />
      )}
      <span className="c-toolbar-total num" role="status">
        {shown === undefined ? '' : countText(kind, shown.length, total ?? shown.length)}
        {grouping && shown ? groupsText(grouping, shown) : ''}
      </span>
      <ColumnChoice id={id} columns={columns} />
    </div>
  )
}

/** The values of a column, and the excluded ones. */
function withDenied(choices: readonly Choice<string>[], chosen: readonly string[]): readonly Choice<string>[] {
  return [
    ...choices,
    ...choices
      .filter(({ word }) => chosen.includes(denied(word)))
      .map(({ word, text }) => ({ word: denied(word), text: `not ${text}` })),
  ]
}

function countText(kind: string, shown: number, total: number): string {
  const { title, plural } = artefactKindNamed(kind)!
  const words = (total === 1 ? title : plural).toLowerCase()
  return shown === total ? `${number(total)} ${words}` : `${number(shown)} of ${number(total)} ${words}`
}

function groupsText({ title, of }: Grouping, shown: readonly Artefact[]): string {
  const groups = new Set(shown.flatMap((row) => of(row)?.uuid ?? []))
  return `, ${number(groups.size)} ${groups.size === 1 ? title.toLowerCase() : `${title.toLowerCase()}s`}`
}

/** The project to which the list is limited; without one it shows all projects. */
function ProjectChip() {
  const {
    search: { projectId },
    go,
  } = usePageContext()
  if (projectId !== undefined)
    return <ProjectNamed uuid={projectId} onClear={() => go({ projectId: undefined }, true)} />
  return (
    <span className="c-filter">
      <PopoverNext
        placement="bottom-start"
        arrow={false}
        animation="minimal"
        content={<ProjectItems label="Project" onChoose={(uuid) => go({ projectId: uuid ?? undefined }, true)} />}
      >
        <Button variant="minimal" endIcon={<CaretDownIcon />}>
          Project
        </Button>
      </PopoverNext>
    </span>
  )
}

function GroupChip({ groupings, grouping }: Pick<ToolbarProps, 'groupings' | 'grouping'>) {
  const { go } = usePageContext()
  const items = groupings.map(({ key, title }) => (
    <MenuItem key={key} roleStructure="menuitem" text={title} onClick={() => go({ group: key }, true)} />
  ))
  return (
    <span className={grouping ? 'c-filter c-filter-set' : 'c-filter'}>
      <PopoverNext
        placement="bottom-start"
        arrow={false}
        animation="minimal"
        content={<Menu aria-label="Group by">{items}</Menu>}
      >
        <Button variant="minimal" aria-label={grouping ? `Grouped by ${grouping.title}` : 'Group'}>
          {grouping ? (
            <>
              grouped by <b>{grouping.title}</b>
            </>
          ) : (
            'Group'
          )}
        </Button>
      </PopoverNext>
      {grouping && (
        <Button
          variant="minimal"
          icon={<CrossIcon size={12} />}
          aria-label={`Remove grouping by ${grouping.title}`}
          onClick={() => go({ group: 'none' }, true)}
        />
      )}
    </span>
  )
}

function MoreFilters({
  columns,
  onChoose,
}: {
  readonly columns: readonly ArtefactColumn[]
  readonly onChoose: (key: string, word: string) => void
}) {
  return (
    <span className="c-filter">
      <PopoverNext
        placement="bottom-start"
        arrow={false}
        animation="minimal"
        content={
          <Menu aria-label="Filter">
            {columns.map(({ key, title, choices }) => (
              <MenuItem key={key} text={title} roleStructure="menuitem">
                {choices!.map(({ word, text }) => (
                  <MenuItem key={word} roleStructure="menuitem" text={text} onClick={() => onChoose(key, word)} />
                ))}
              </MenuItem>
            ))}
          </Menu>
        }
      >
        <Button variant="minimal" icon={<AddIcon size={14} />}>
          Filter
        </Button>
      </PopoverNext>
    </span>
  )
}
