import { Checkbox } from '@blueprintjs/core'
import type { Catalogue, CatalogueEntry } from '@carapace/shared/catalogues/catalogue.contract'
import type { ReactNode } from 'react'
import type { Column } from '../core/table/data-table.tsx'
import { Badge } from '../core/ui/status-badge.tsx'
import { fieldsOf, listIn, wordsOf } from './fields.ts'
import { sourceOf } from './words.ts'

/** The selected entries, and how to change the selection. */
export interface Chosen {
  readonly uuids: ReadonlySet<string>
  readonly toggle: (uuid: string) => void
}

const fieldText = (catalogue: Catalogue, name: string) => {
  const field = fieldsOf[catalogue].find((one) => one.name === name)!
  return ({ fields }: CatalogueEntry) => wordsOf(field, fields).join(', ')
}

function fieldColumn(
  catalogue: Catalogue,
  name: string,
  title: string,
  width: number,
  more: Partial<Column<CatalogueEntry>> = {},
): Column<CatalogueEntry> {
  const text = fieldText(catalogue, name)
  return { key: name, title, width, render: text, text, ...more }
}

const ratings = ['safety', 'financial', 'operational', 'privacy'] as const
const levels = ['negligible', 'moderate', 'major', 'severe']

/** The ratings S F O P as levels 0 to 3. */
function Ratings({ fields }: CatalogueEntry): ReactNode {
  return (
    <span className="num">
      {ratings
        .map((name) => {
          const level = levels.indexOf(String(fields[name]))
          return `${name[0]!.toUpperCase()}${level === -1 ? '–' : level}`
        })
        .join(' ')}
    </span>
  )
}

const own: Readonly<Record<Catalogue, readonly Column<CatalogueEntry>[]>> = {
  damage: [
    fieldColumn('damage', 'stakeholder', 'Who is harmed', 140, { priority: 3 }),
    fieldColumn('damage', 'loses', 'Loses', 200, { grow: 1, priority: 4 }),
    {
      key: 'ratings',
      title: 'S F O P',
      width: 116,
      priority: 2,
      render: Ratings,
      text: ({ fields }) => ratings.map((name) => `${name}: ${String(fields[name] ?? 'not rated')}`).join(', '),
    },
  ],
  threat: [
    {
      key: 'annex5',
      title: 'Annex 5',
      width: 76,
      priority: 2,
      render: ({ fields }) => <span className="num">{listIn(fields, 'annex5').join(', ')}</span>,
    },
    fieldColumn('threat', 'stride', 'STRIDE', 220, { grow: 1, priority: 3 }),
    fieldColumn('threat', 'elements', 'Applies to', 180, { grow: 1, priority: 5 }),
    {
      key: 'attacks',
      title: 'Attacks',
      width: 68,
      numeric: true,
      priority: 6,
      render: ({ fields }) => listIn(fields, 'attacks').length,
    },
  ],
  attack: [
    {
      key: 'techniques',
      title: 'Techniques',
      width: 200,
      mono: true,
      priority: 3,
      render: ({ fields }) => listIn(fields, 'techniques').join(' '),
      text: ({ fields }) => listIn(fields, 'techniques').join(' '),
    },
    fieldColumn('attack', 'tactic', 'Tactic', 160, { priority: 4 }),
    fieldColumn('attack', 'vector', 'Vector', 84, { priority: 2 }),
    fieldColumn('attack', 'elements', 'Applies to', 180, { grow: 1, priority: 6 }),
  ],
}

/** The columns of a catalogue's list (rule CATALOGUE-UI-2). */
export function columnsOf(catalogue: Catalogue, { uuids, toggle }: Chosen): readonly Column<CatalogueEntry>[] {
  return [
    {
      key: 'choose',
      title: 'Choose',
      width: 60,
      always: true,
      render: ({ uuid, code }) => (
        <Checkbox
          className="ct-choose"
          aria-label={`Choose ${code}`}
          checked={uuids.has(uuid)}
          onChange={() => toggle(uuid)}
        />
      ),
    },
    { key: 'code', title: 'Code', width: 112, mono: true, always: true, render: ({ code }) => code },
    {
      key: 'title',
      title: 'Title',
      width: 280,
      grow: 3,
      always: true,
      render: Title,
      text: ({ title, fields }) => `${title}. ${String(fields.description ?? '')}`,
    },
    ...own[catalogue],
    { key: 'source', title: 'From', width: 132, priority: 7, render: sourceOf, text: sourceOf },
  ]
}

function Title({ title, is_retired: isRetired }: CatalogueEntry) {
  return isRetired ? (
    <>
      {title} <Badge tone="grey">Retired</Badge>
    </>
  ) : (
    title
  )
}
