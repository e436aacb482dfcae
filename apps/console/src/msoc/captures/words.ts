import { formatNames } from '@carapace/shared/msoc/can/captures'
import type { Capture } from '@carapace/shared/msoc/can/captures.contract'
import { age, number } from '../../core/format/format.ts'

const units = ['B', 'KiB', 'MiB', 'GiB'] as const

/** A file's size: 1.5 MiB. */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const size = bytes / 1024 ** power
  return `${size < 10 && power > 0 ? size.toFixed(1) : number(Math.round(size))} ${units[power]}`
}

export const formatText = ({ format }: Pick<Capture, 'format'>): string => (format === null ? '–' : formatNames[format])

/** The duration of a capture: 8.6 s, 12 min. */
export function spanText({ started_at: from, ended_at: to }: Pick<Capture, 'started_at' | 'ended_at'>): string {
  if (from === null || to === null) return '–'
  const ms = Date.parse(to) - Date.parse(from)
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : age(ms)
}

export const busesText = ({ buses }: Pick<Capture, 'buses'>): string =>
  buses.length === 0 ? '–' : buses.map(({ bus }) => bus).join(', ')

/** The state as a word, with its progress. */
export function stateText({ state, progress }: Pick<Capture, 'state' | 'progress'>): string {
  return state === 'READING' && progress !== null ? `Reading ${percent(progress)}` : state
}

export const percent = (part: number): string => `${Math.floor(part * 100)} %`
