import type { Fault, SigmaDocument, SigmaLevel } from '../sigma/model.ts'
import { linkVehicleRules, readRules, type RuleText } from './rule-set.ts'
import type { RuleKind } from './rules.ts'
import { type RuleTestOutcome, runTests } from './rule-tests.ts'

/** What a text is, and what is wrong with it. */
export interface CheckedText {
  /** Undefined: the text has no rule that can be read. */
  readonly kind: RuleKind | undefined
  readonly title: string
  readonly level: SigmaLevel | undefined
  readonly tags: readonly string[]
  /** By which other rules refer to it. */
  readonly id: string | undefined
  readonly name: string | undefined
  /** The service of the vehicle; empty for correlations, and for rules that read every service. */
  readonly service: string
  readonly faults: readonly Fault[]
  readonly warnings: readonly Fault[]
  readonly tests: readonly RuleTestOutcome[]
}

/** The uuid under which a text is tried, which no stored rule has. */
export const triedUuid = '00000000-0000-0000-0000-000000000000'

/**
 * Returns what a text is, its faults and warnings with their places, and the results of its unit tests (rules RULE-8,
 * RULE-14 to RULE-17). A text is one rule; a correlation may have the rules that it refers to in its text. References
 * are found in the text and among the other rules, which are read only if there are references. Never throws.
 */
export function checkText(text: string, others: readonly RuleText[] = []): CheckedText {
  const { documents, faults, warnings } = readRules(text)
  const main = mainOf(documents)
  const refers = documents.some(({ kind }) => kind !== 'detection')
  const known = (refers ? others : []).flatMap((other) => readRules(other.text).documents)
  const linking = faults.length > 0 ? [] : linkFaults(documents, known)
  const all = byPlace([...faults, ...surplus(documents, main), ...linking])
  return {
    kind: main?.kind,
    title: main?.title ?? '',
    level: main?.level,
    tags: main?.tags ?? [],
    id: main?.id,
    name: main?.name,
    service: (main !== undefined && main.kind !== 'correlation' ? main.logSource.service : undefined) ?? '',
    faults: all,
    warnings,
    tests: all.length > 0 ? [] : runTests(text, { uuid: triedUuid, version: 1, text }, refers ? others : []),
  }
}

/** The correlation to which no other of the text leads; without any, the first rule. */
function mainOf(documents: readonly SigmaDocument[]): SigmaDocument | undefined {
  const correlations = documents.filter((document) => document.kind === 'correlation')
  const used = new Set(correlations.flatMap(({ rules }) => rules.map(({ rule }) => rule)))
  const isUsed = ({ id, name }: SigmaDocument): boolean => used.has(id ?? '') || used.has(name ?? '')
  return correlations.find((one) => !isUsed(one)) ?? correlations[0] ?? documents[0]
}

/** Rules beside the main one must feed it. */
function surplus(documents: readonly SigmaDocument[], main: SigmaDocument | undefined): Fault[] {
  const used = new Set(
    documents.flatMap((document) => (document.kind === 'correlation' ? document.rules.map(({ rule }) => rule) : [])),
  )
  return documents
    .filter((document) => document !== main && !used.has(document.id ?? '') && !used.has(document.name ?? ''))
    .map(({ place }) => ({ ...place, message: 'A text has one rule: store this one as a rule of its own.' }))
}

/** Faults of other rules are not this text's; one that uses its id or name is. */
function linkFaults(documents: readonly SigmaDocument[], known: readonly SigmaDocument[]): Fault[] {
  const mine = new Set(documents)
  const { faults } = linkVehicleRules([...known, ...documents])
  return faults
    .filter(({ document }) => mine.has(document))
    .map(({ line, column, message }) => ({ line, column, message }))
}

function byPlace(faults: readonly Fault[]): Fault[] {
  return faults.toSorted((a, b) => a.line - b.line || a.column - b.column)
}
