import type { AgreementSummary } from '@carapace/shared/interface-agreement/agreements.contract'
import { otherSide } from '@carapace/shared/interface-agreement/row'
import { dateTime } from '../../core/format/format.ts'
import type { Column } from '../../core/table/data-table.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { counted, partyNameOf, sideTexts, stateTexts, stateTones } from '../words.ts'
import { AgreedBar } from './agreed-bar.tsx'

/** The name of the other party; a dash while nobody is invited. */
export const otherParty = (agreement: AgreementSummary): string =>
  partyNameOf(agreement, otherSide(agreement.side)) ?? '–'

export function versionOf({ version, is_amended: isAmended }: AgreementSummary): string {
  if (version === 0) return '–'
  return isAmended ? `${version}, amended` : String(version)
}

/** The columns of the list; `programs`: the names of the programs that the user may see. */
export const columnsOf = (programs: ReadonlyMap<string, string>): readonly Column<AgreementSummary>[] => [
  { key: 'code', title: 'Id', width: 88, mono: true, always: true, render: ({ code }) => code },
  {
    key: 'title',
    title: 'Title',
    width: 220,
    grow: 3,
    always: true,
    render: ({ title }) => <b className="ia-strong">{title}</b>,
    text: ({ title }) => title,
  },
  { key: 'item', title: 'Item', width: 140, grow: 1, priority: 5, render: itemOf, text: itemOf },
  { key: 'other', title: 'Other party', width: 180, grow: 1, render: otherParty, text: otherParty },
  { key: 'side', title: 'You are', width: 88, priority: 3, render: ({ side }) => sideTexts[side] },
  {
    key: 'state',
    title: 'State',
    width: 112,
    render: ({ state }) => <Badge tone={stateTones[state]}>{stateTexts[state]}</Badge>,
    text: ({ state }) => stateTexts[state],
  },
  { key: 'agreed', title: 'Agreed', width: 156, render: AgreedBar, text: ({ agreed, rows }) => `${agreed} of ${rows}` },
  {
    key: 'waiting',
    title: 'To answer',
    width: 104,
    render: ({ waiting }) =>
      waiting === 0 ? '–' : <span className="num ia-proposed">{counted(waiting, 'proposal')}</span>,
    text: ({ waiting }) => counted(waiting, 'proposal'),
  },
  { key: 'version', title: 'Signed', width: 104, priority: 2, render: versionOf, text: versionOf },
  {
    key: 'program',
    title: 'Own program',
    width: 136,
    priority: 4,
    render: ({ program_uuid: uuid }) => (uuid === null ? '–' : (programs.get(uuid) ?? '–')),
    text: ({ program_uuid: uuid }) => (uuid === null ? '' : (programs.get(uuid) ?? '')),
  },
  { key: 'changed', title: 'Changed', width: 160, priority: 6, render: ({ changed_at: at }) => dateTime(at) },
]

function itemOf({ item }: AgreementSummary): string {
  return item || '–'
}

/** Whether an agreement has all these words: in its number, title, item, or the other party's name. */
export function hasWords(agreement: AgreementSummary, words: string): boolean {
  const text = [agreement.code, agreement.title, agreement.item, otherParty(agreement)].join(' ').toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
