import { createReadStream, existsSync } from 'node:fs'
import { UsageError } from '../../fleet/cli.ts'
import { csvRecords } from '../../fleet/replay/csv.ts'
import type { Scored } from '../curves.ts'

/** An alert of an exported labelled set. */
export interface LabelledAlert {
  readonly rule: string
  readonly source: string
  readonly isAttack: boolean
  /** Expected false alerts a vehicle and month; undefined: not known. */
  readonly score: number | undefined
}

const wanted = ['rule', 'source', 'label', 'expected_false_alerts'] as const

/** Reads the closed alerts that Detection sensitivity exports. */
export async function readLabelledSet(path: string): Promise<LabelledAlert[]> {
  if (!existsSync(path)) throw new UsageError(`${path}: no such file`)
  const alerts: LabelledAlert[] = []
  let places: Record<(typeof wanted)[number], number> | undefined
  for await (const { line, fields } of csvRecords(createReadStream(path, 'utf8'))) {
    if (places === undefined) {
      places = placesIn(path, fields)
      continue
    }
    const label = fields[places.label]
    if (label !== 'attack' && label !== 'benign')
      throw new UsageError(`${path}:${line}: a label is attack or benign, not "${label ?? ''}"`)
    const score = fields[places.expected_false_alerts] ?? ''
    alerts.push({
      rule: fields[places.rule] ?? '',
      source: fields[places.source] ?? '',
      isAttack: label === 'attack',
      score: score === '' ? undefined : Number(score),
    })
  }
  return alerts
}

function placesIn(path: string, header: readonly string[]) {
  const places = Object.fromEntries(wanted.map((name) => [name, header.indexOf(name)]))
  const missing = wanted.find((name) => places[name] === -1)
  if (missing !== undefined) throw new UsageError(`${path}: it has no column "${missing}"`)
  return places as Record<(typeof wanted)[number], number>
}

/** The alerts with a score, as a curve needs them: what was never raised is not in a labelled set. */
export function scoredSet(alerts: readonly LabelledAlert[]): Scored {
  const scores = (isAttack: boolean) =>
    alerts.flatMap((alert) => (alert.isAttack === isAttack && alert.score !== undefined ? [alert.score] : []))
  return { attacks: scores(true), right: scores(true), wrong: scores(false) }
}
