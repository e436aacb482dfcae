import { ChatIcon } from '@blueprintjs/icons'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { type ArtefactStatus, artefactStatuses } from '@carapace/shared/graph/artefacts/statuses'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { age, dateTime, number, sentenceCase, useNow } from '../../core/format/format.ts'
import { Badge, StatusBadge } from '../../core/ui/status-badge.tsx'
import { type GraphState, type Linked, linkedWith, nodeOf, suspectsAt } from '../store/graph-state.ts'
import { LinkPicker } from '../links/link-picker.tsx'
import { linkSide, type LinkSide } from '../links/link-sides.ts'
import { NodeLink } from '../links/node-link.tsx'
import type { ArtefactColumn } from './rows.ts'
import { fieldOf, fieldText } from '../editing/values.ts'

type Look = Partial<Pick<ArtefactColumn, 'width' | 'grow' | 'priority' | 'extra' | 'title' | 'mono' | 'always'>>

/** The code of the artefact: TS-031. */
export function codeColumn(look: Look = {}): ArtefactColumn {
  return {
    key: 'code',
    title: 'Id',
    width: 76,
    always: true,
    sortable: true,
    opens: true,
    mono: true,
    render: ({ code }) => <span className="gr-code">{code}</span>,
    text: ({ code }) => code,
    rank: ({ number: n }) => n,
    ...look,
  }
}

/** The title with badges: suspect, proposed, number of open comments. */
export function titleColumn(graph: GraphState, look: Look = {}): ArtefactColumn {
  return {
    key: 'title',
    title: 'Title',
    width: 240,
    grow: 3,
    always: true,
    sortable: true,
    opens: true,
    edits: '@title',
    render: (row) => <TitleCell row={row} suspects={suspectsAt(graph, row.uuid).map(({ suspect }) => suspect!)} />,
    text: ({ title }) => title,
    ...look,
  }
}

function TitleCell({
  row: { title, origin, comments },
  suspects,
}: {
  readonly row: Artefact
  readonly suspects: readonly string[]
}) {
  return (
    <span className="gr-title">
      <span className="gr-title-words">{title}</span>
      {suspects.length > 0 && (
        <span title={suspects.join('\n')}>
          <Badge tone="yellow">Suspect</Badge>
        </span>
      )}
      {(origin.how === 'rules' || origin.how === 'model') && (
        <span
          className="gr-origin"
          title={
            `Proposed by ${origin.how === 'model' ? 'a language model' : 'rules'}` +
            (origin.what ? `: ${origin.what}` : '')
          }
        >
          generated
        </span>
      )}
      {comments > 0 && (
        <span className="gr-comments num" title={`${comments} open ${comments === 1 ? 'comment' : 'comments'}`}>
          <ChatIcon size={12} />
          {comments}
        </span>
      )}
    </span>
  )
}

/** The status of the artefact. */
export function statusColumn(kind: string, look: Look = {}): ArtefactColumn {
  const words: readonly ArtefactStatus[] = artefactKindNamed(kind)?.statuses ?? []
  return {
    key: '@status',
    title: 'Status',
    width: 112,
    sortable: true,
    edits: '@status',
    render: ({ status }) => <StatusBadge status={status} />,
    text: ({ status }) => sentenceCase(status),
    rank: ({ status }) => artefactStatuses.indexOf(status),
    choices: words.map((word) => ({ word, text: sentenceCase(word) })),
    has: ({ status }) => [status],
    ...look,
  }
}

const widths = {
  line: 140,
  text: 160,
  number: 84,
  truth: 84,
  date: 104,
  choice: 116,
  choices: 150,
  lines: 150,
  own: 140,
} as const

/** A field of a kind as its declaration defines it; edited in the cell if there is enough room. */
export function fieldColumn(
  kind: string,
  name: string,
  look: Look & { readonly render?: (value: unknown, row: Artefact) => React.ReactNode } = {},
): ArtefactColumn {
  const field = fieldOf(kind, name)!
  const value = (row: Artefact) => row.fields[name] ?? field.initial
  const { render, ...rest } = look
  const order = Object.keys(field.choices ?? {})
  const words = field.input === 'truth' ? { true: 'Yes', false: 'No' } : field.choices
  return {
    key: name,
    title: field.title,
    width: widths[field.input],
    numeric: field.input === 'number',
    sortable: true,
    text: (row) => fieldText(field, value(row)),
    render: (row) => (render ? render(value(row), row) : <FieldCell text={fieldText(field, value(row))} />),
    ...(!['text', 'lines', 'own'].includes(field.input) && { edits: name }),
    ...(field.input === 'number' && { rank: (row: Artefact) => (value(row) as number | null) ?? -Infinity }),
    ...(field.input === 'choice' && {
      rank: (row: Artefact) => (value(row) === null ? -Infinity : order.indexOf(value(row) as string)),
    }),
    ...(words && {
      choices: Object.entries(words).map(([word, text]) => ({ word, text })),
      has: (row: Artefact) => [value(row)].flat().map(String),
    }),
    ...rest,
  }
}

function FieldCell({ text }: { readonly text: string }) {
  return text === '' ? <span className="gr-none">–</span> : text
}

interface LinksLook extends Look {
  /** Shows only the first code; the titles are in the tooltip. */
  readonly isShort?: boolean
}

/** The artefacts linked on one side, as links; edited with the picker. */
export function linksColumn(
  graph: GraphState,
  kind: string,
  links: readonly string[],
  side: 'upstream' | 'downstream',
  { isShort = false, ...look }: LinksLook = {},
): ArtefactColumn {
  const sides = links.flatMap((link) => linkSide(kind, link, side) ?? [])
  const way: LinkSide = {
    ...sides[0]!,
    links,
    ends: [...new Set(sides.flatMap(({ ends }) => ends))],
    isSingle: sides.every(({ isSingle }) => isSingle),
  }
  const linked = (row: Artefact) => linkedWith(graph, row.uuid, side, ...links)
  return {
    key: `${links.join('+')} ${side}`,
    title: way.title,
    width: isShort ? 92 : 180,
    sortable: true,
    render: (row) => <LinkedCell linked={linked(row)} isShort={isShort} />,
    text: (row) =>
      linked(row)
        .map(({ node }) => `${node.code} ${node.title}`)
        .join(', '),
    editor: (row, onDone) => <LinkPicker from={nodeOf(row)} side={way} onDone={onDone} />,
    ...look,
  }
}

export function LinkedCell({ linked, isShort }: { readonly linked: readonly Linked[]; readonly isShort: boolean }) {
  if (linked.length === 0) return <span className="gr-none">–</span>
  const [first] = linked
  const shown = first ? [first] : []
  return (
    <span className="gr-linked">
      {shown.map(({ link, node }) => (
        <span
          key={link.uuid}
          className={link.suspect === null ? 'gr-link' : 'gr-link gr-link-suspect'}
          title={link.suspect ?? `${node.code} ${node.title}`}
        >
          <NodeLink node={node} className="mono" />
          {!isShort && <span className="gr-link-title"> {node.title}</span>}
        </span>
      ))}
      {linked.length > shown.length && <span className="gr-more num">+{linked.length - shown.length}</span>}
    </span>
  )
}

/** The number of such links, for link kinds with many. */
export function countColumn(
  key: string,
  title: string,
  count: (row: Artefact) => number,
  look: Look = {},
): ArtefactColumn {
  return {
    key,
    title,
    width: 72,
    numeric: true,
    sortable: true,
    isMute: true,
    render: (row) => <CountCell count={count(row)} />,
    text: (row) => number(count(row)),
    rank: count,
    ...look,
  }
}

function CountCell({ count }: { readonly count: number }) {
  return <span className={count === 0 ? 'gr-none' : undefined}>{number(count)}</span>
}

/** The time and the author of the last change. */
export function changedColumn(look: Look = {}): ArtefactColumn {
  return {
    key: 'changed',
    title: 'Changed',
    width: 84,
    numeric: true,
    sortable: true,
    extra: true,
    isMute: true,
    render: ({ updated_at: at }) => <Since at={at} />,
    text: ({ updated_at: at, updated_by: by }) => `${dateTime(at)}${by ? `, ${by.name}` : ''}`,
    rank: ({ updated_at: at }) => Date.parse(at),
    ...look,
  }
}

function Since({ at }: { readonly at: string }) {
  return age(useNow(10_000) - Date.parse(at))
}

/** The origin of the artefact. */
export function originColumn(look: Look = {}): ArtefactColumn {
  const words = {
    written: 'Written',
    rules: 'Generated by rules',
    model: 'Generated by a model',
    catalogue: 'Catalogue',
    import: 'Imported',
    archive: 'Archive',
  } as const
  return {
    key: 'origin',
    title: 'Origin',
    width: 140,
    extra: true,
    sortable: true,
    render: ({ origin }) => words[origin.how],
    text: ({ origin: { how, what, id } }) =>
      [words[how], how === 'import' && id ? `${what}, ${id}` : what].filter(Boolean).join(': '),
    choices: Object.entries(words).map(([word, text]) => ({ word, text })),
    has: ({ origin }) => [origin.how],
    ...look,
  }
}

/** The standard columns of a kind: code, title, its short fields, status, and the requested additional ones. */
export function columnsOf(
  kind: string,
  graph: GraphState,
  more: readonly ArtefactColumn[] = [],
): readonly ArtefactColumn[] {
  const fields = Object.entries(artefactKindNamed(kind)?.fields ?? {})
    .filter(([, { isLong, input }]) => !isLong && input !== 'own')
    .map(([name], place) => fieldColumn(kind, name, { priority: 3 + place }))
  return [
    codeColumn(),
    titleColumn(graph, { title: artefactKindNamed(kind)?.title ?? 'Title' }),
    ...fields,
    ...more,
    statusColumn(kind),
    changedColumn({ priority: 20 }),
    originColumn({ priority: 21 }),
  ]
}
