import { type AlertSource, alertSources, alertStatuses } from '@carapace/shared/msoc/alerts/alerts'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { severities } from '@carapace/shared/msoc/severity'
import { sentenceCase } from '../../../core/format/format.ts'
import { type FilterKey, type FilterParam, keyOf } from '../search.ts'
import { sourceTexts } from '../sentences.ts'

/** A filter's name, and its values if they are a fixed set. */
interface Filter {
  readonly title: string
  readonly words?: readonly string[]
  /** The placeholder text of a free text filter. */
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
  suppressed: { title: 'Suppressed', words: ['true', 'any'] },
  overdue: { title: 'Overdue', words: ['true', 'false'] },
  case: { title: 'Case' },
}

/** The display text of a filter value. */
export function wordText(key: FilterKey, word: string): string {
  if (key === 'source') return sourceTexts[word as AlertSource]
  if (key === 'status' || key === 'severity') return sentenceCase(word)
  if (key === 'owner') return word === 'me' ? 'me' : word === 'none' ? 'unassigned' : word
  if (key === 'acknowledged' || key === 'overdue') return word === 'true' ? 'yes' : 'no'
  if (key === 'suppressed') return word === 'true' ? 'only' : 'also'
  if (key === 'observable') return word.replace(/^([a-z_]+):/, (_all, kind: string) => `${kind.replaceAll('_', ' ')} `)
  return word
}

/** The text of a chip before its values: `source`, `source not`. */
export function paramText(param: FilterParam): string {
  const name = filters[keyOf(param)].title.toLowerCase()
  return param.startsWith('not_') ? `${name} not` : name
}

/** A filter that a cell offers. */
export interface CellFilter {
  readonly key: FilterKey
  readonly word: string
}

/** The filter for the value in a column; undefined for a cell without a value (rule QUEUE-66). */
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

/**
 * The filter for a value. Values are separated by commas in the address, so a value that contains a comma cannot be
 * filtered by.
 */
function worded(key: FilterKey, word: string | null | undefined): CellFilter | undefined {
  return !word || word.includes(',') ? undefined : { key, word }
}

/** The ECU, otherwise the bus, if the alert has it as an observable that other alerts can share. */
function placeOf({ observables }: Alert): string | undefined {
  const found = observables.find(({ kind }) => kind === 'ecu') ?? observables.find(({ kind }) => kind === 'bus')
  return found && `${found.kind}:${found.value}`
}
