import { idDigits } from '@carapace/shared/msoc/can/frame'
import { signalText } from '@carapace/shared/msoc/can/diff-profiles'
import type { IdProfile } from '@carapace/shared/msoc/can/profile'
import { number } from '../../core/format/format.ts'
import type { Column } from '../../core/table/data-table.tsx'
import { checksumsText, constantBits, countersText, cycleText, lengthsText } from './words.ts'

/** The columns of the review for each arbitration id (rule PROFILE-UI-5). */
export const idColumns: readonly Column<IdProfile>[] = [
  { key: 'id', title: 'Id', width: 88, mono: true, always: true, render: idDigits },
  {
    key: 'name',
    title: 'Name',
    width: 120,
    grow: 2,
    priority: 4,
    render: ({ name }) => name,
    text: ({ name }) => name ?? '',
  },
  { key: 'cycle', title: 'Cycle', width: 124, numeric: true, render: cycleText },
  { key: 'lengths', title: 'Bytes', width: 60, numeric: true, render: lengthsText },
  { key: 'constant', title: 'Constant bits', width: 96, numeric: true, priority: 3, render: constantText },
  {
    key: 'counters',
    title: 'Counters',
    width: 104,
    grow: 1,
    mono: true,
    priority: 5,
    render: countersText,
    text: countersText,
  },
  {
    key: 'checksums',
    title: 'Checksums',
    width: 136,
    grow: 1,
    priority: 6,
    render: checksumsText,
    text: checksumsText,
  },
  {
    key: 'signals',
    title: 'Signals',
    width: 68,
    numeric: true,
    priority: 7,
    render: ({ signals }) => number(signals.length),
    text: ({ signals }) => signals.map((one) => `${one.name} ${signalText(one)}`).join('\n'),
  },
  { key: 'frames', title: 'Frames', width: 84, numeric: true, priority: 8, render: ({ frames }) => number(frames) },
]

function constantText(id: IdProfile): string {
  const { constant, all } = constantBits(id)
  return all === 0 ? '–' : `${constant} of ${all}`
}

/** Whether the words are part of the id, its name, or a signal's name. */
export function isAboutId(id: IdProfile, words: string | undefined): boolean {
  if (words === undefined) return true
  const wanted = words.toLowerCase().replace(/^0x/, '')
  return [idDigits(id), id.name ?? '', ...id.signals.map(({ name }) => name)].some((text) =>
    text.toLowerCase().includes(wanted),
  )
}
