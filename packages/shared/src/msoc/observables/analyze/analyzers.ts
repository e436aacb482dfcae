import type { ObservableType, Verdict } from '../observables.ts'

/** A line of a result: what, and its value. */
export interface Fact {
  readonly name: string
  readonly value: string
}

/** What an analyzer reports of a value. */
export interface Analysis {
  readonly verdict: Verdict
  /** One sentence. */
  readonly summary: string
  readonly facts: readonly Fact[]
}

/** The analyzers that come with the product: they work offline, so that no level forbids them (rule OBSERVABLE-30). */
export const builtInAnalyzers = [
  { name: 'vin', title: 'VIN decoder', types: ['vin'] },
  { name: 'can-id', title: 'CAN id', types: ['arbitration_id'] },
  { name: 'uds', title: 'UDS names', types: ['uds_service'] },
  { name: 'address', title: 'Address ranges', types: ['address'] },
  { name: 'dtc', title: 'Trouble codes', types: ['dtc'] },
  { name: 'numbers', title: 'Modem numbers', types: ['imei', 'iccid', 'phone'] },
] as const satisfies readonly { name: string; title: string; types: readonly ObservableType[] }[]
export type BuiltInAnalyzer = (typeof builtInAnalyzers)[number]['name']

/** The kinds of services that can be configured. */
export const analyzerKinds = ['misp', 'cortex', 'http'] as const
export type AnalyzerKind = (typeof analyzerKinds)[number]

/** What kinds need beyond an address and a secret. */
export interface AnalyzerOptions {
  /** The name or id of the analyzer of Cortex. */
  readonly analyzer?: string | undefined
  readonly method?: 'GET' | 'POST' | undefined
  /** The body of a POST, in which {{type}} and {{value}} are replaced. The address may have them too. */
  readonly template?: string | undefined
  /** The header in which the secret is sent. */
  readonly header?: string | undefined
  /** The path in the JSON of the answer that has the summary: data.verdict. */
  readonly summary_path?: string | undefined
}

/** Limits of a report of a service: more is cut. */
export const mostFacts = 60
const longestFact = 500

/** A fact in the length that is stored. */
export function factOf(name: string, value: unknown): Fact {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return {
    name: name.toWellFormed().slice(0, 100),
    value: text.toWellFormed().replaceAll('\0', '').slice(0, longestFact),
  }
}

/** Replaces {{type}} and {{value}} in a template by what `encode` makes of them. */
export function filled(
  template: string,
  { type, value }: { type: string; value: string },
  encode: (text: string) => string,
): string {
  return template.replaceAll('{{type}}', () => encode(type)).replaceAll('{{value}}', () => encode(value))
}

/** The text at a path with dots in a document; undefined if there is none. */
export function textAt(document: unknown, path: string): string | undefined {
  let value = document
  for (const name of path.split('.').slice(0, 20)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value === undefined || value === null ? undefined : factOf('', value).value
}
