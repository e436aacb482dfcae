import { type AlertSource, alertSources, alertStatuses } from '@carapace/shared/msoc/alerts/alerts'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { severities } from '@carapace/shared/msoc/severity'
import { sentenceCase } from '../../../core/format/format.ts'
import { type FilterKey, type FilterParam, keyOf } from '../search.ts'
import { sourceTexts } from '../sentences.ts'

/** A filter's name, and the words it offers where it has its own. */
interface Filter {
  readonly title: string
  readonly words?: readonly string[]
  /** What to write, where the words are free. */
  readonly hint?: string
}

export const filters: Readonly<Record<FilterKey, Filter>> = {
  status: { title: 'Status', words: alertStatuses },
  severity: { title: 'Severity', words: severities.toReversed() },
  source: { title: 'Source', words: alertSources },
  vehicle: { title: 'Vehicle', hint: 'VIN or device id' },
  rule: { title: 'Rule', hint: 'The name of a rule or a detector' },
  model: { title: 'Model', hint: 'The model of the vehicle' },
  tag: { title: 'Tag', hint: 'A tag' },
  tactic: { title: 'Tactic', hint: 'A tactic' },
  observable: { title: 'Observable', hint: 'kind:value, such as arbitration_id:0x2C1' },
  owner: { title: 'Owner', words: ['me', 'none'] },
  acknowledged: { title: 'Acknowledged', words: ['true', 'false'] },
  case: { title: 'Case' },
}

/** A filter's word as people read it. */
export function wordText(key: FilterKey, word: string): string {
  if (key === 'source') return sourceTexts[word as AlertSource]
  if (key === 'status' || key === 'severity') return sentenceCase(word)
  if (key === 'owner') return word === 'me' ? 'me' : word === 'none' ? 'unassigned' : word
  if (key === 'acknowledged') return word === 'true' ? 'yes' : 'no'
  if (key === 'observable') return word.replace(/^([a-z_]+):/, (_all, kind: string) => `${kind.replaceAll('_', ' ')} `)
  return word
}

/** What a chip says before its words: `source`, `source not`. */
export function paramText(param: FilterParam): string {
  const name = filters[keyOf(param)].title.toLowerCase()
  return param.startsWith('not_') ? `${name} not` : name
}

/** What a cell can be filtered by. */
export interface CellFilter {
  readonly key: FilterKey
  readonly word: string
}

/** The filter that stands behind each column; a cell without a value has none (rule QUEUE-66). */
export function filterOfCell(column: string, alert: Alert): CellFilter | undefined {
  switch (column) {
    case 'severity':
      return { key: 'severity', word: alert.severity }
    case 'status':
      return { key: 'status', word: alert.status }
    case 'source':
      return { key: 'source', word: alert.source }
    case 'alert':
      return worded('rule', alert.rule)
    case 'vehicle':
      return worded('vehicle', alert.vehicle?.vin)
    case 'model':
      return worded('model', alert.vehicle?.model)
    case 'owner':
      return { key: 'owner', word: alert.owner?.uuid ?? 'none' }
    case 'place':
      return worded('observable', placeOf(alert))
    default:
      return undefined
  }
}

/** Words are joined by commas in the address, so that one with a comma cannot be asked for. */
function worded(key: FilterKey, word: string | null | undefined): CellFilter | undefined {
  return !word || word.includes(',') ? undefined : { key, word }
}

/** The ECU, else the bus, where the alert carries it as an observable that others can share. */
function placeOf({ observables }: Alert): string | undefined {
  const found = observables.find(({ kind }) => kind === 'ecu') ?? observables.find(({ kind }) => kind === 'bus')
  return found && `${found.kind}:${found.value}`
}
