import type { Org } from '@carapace/shared/core/owned'
import type { OutputOf } from '@carapace/shared/core/endpoint'
import type { CompiledMessage, CompiledSignal } from '@carapace/shared/msoc/dbc/compile'
import type { listRuleFields, RuleField } from '@carapace/shared/msoc/rules/rules.contract'
import { vehicleServices } from '@carapace/shared/msoc/rules/rules'
import { commonFields, vehicleFields } from '@carapace/shared/msoc/rules/vehicle-fields'
import type { z } from 'zod'
import type { Database } from '../../core/db.ts'
import { assignedDatabases } from './contexts.ts'
import { telemetryPaths } from './fields.queries.ts'

/** Databases whose signals are offered: the first ones that are assigned. */
const mostDatabases = 20
const mostExamples = 5

/**
 * The fields that rules may read: those of each service, signals of the databases that decode the organisation's buses,
 * and telemetry paths that its vehicles have sent (rule RULE-45).
 */
export async function fieldsFor(
  db: Database,
  org: Org,
  { service, q = '', limit }: z.output<typeof listRuleFields.input>,
): Promise<OutputOf<typeof listRuleFields>> {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const has = ({ name, description }: RuleField) =>
    words.every((word) => name.toLowerCase().includes(word) || description.toLowerCase().includes(word))
  const wanted = (one: string) => service === undefined || service === one
  const fixed = [
    ...commonFields.map((field) => ({ ...field, service: service ?? '' })),
    ...vehicleServices.filter(wanted).flatMap((of) => vehicleFields[of].map((field) => ({ ...field, service: of }))),
  ].map((field) => ({ ...field, examples: [...field.examples] }))
  const signals = wanted('can') ? await decodedSignals(db, org) : []
  const named = [...fixed, ...signals].filter(has)
  const paths = wanted('telemetry') ? await telemetryPaths(db, org, words, limit) : { paths: [], total: 0 }
  return { fields: [...named, ...paths.paths.map(telemetryField)].slice(0, limit), total: named.length + paths.total }
}

const telemetryField = (path: string): RuleField => ({
  name: path,
  service: 'telemetry',
  description: 'A signal that vehicles have sent.',
  type: 'any',
  examples: [],
})

async function decodedSignals(db: Database, org: Org): Promise<RuleField[]> {
  const fields = new Map<string, RuleField>()
  for (const { messages } of await assignedDatabases(db, org, mostDatabases))
    for (const message of messages)
      for (const signal of message.signals) {
        const field = signalField(message, signal)
        if (!fields.has(field.name)) fields.set(field.name, field)
      }
  return [...fields.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

function signalField(
  message: CompiledMessage,
  { name, unit, min, max, comment, valueNames }: CompiledSignal,
): RuleField {
  const range = min === undefined || max === undefined ? '' : ` ${min} to ${max}`
  const about = [`Signal of ${message.name},${range} ${unit}`.trimEnd().replace(/,$/, ''), comment].filter(Boolean)
  return {
    name: `signal.${message.name}.${name}`,
    service: 'can',
    description: `${about.join('. ')}.`,
    type: valueNames.size > 0 ? 'any' : 'number',
    examples: [...valueNames.values()].slice(0, mostExamples),
  }
}
