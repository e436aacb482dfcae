import { linkRules, type LinkedRules } from '../sigma/link.ts'
import type { DetectionRule, Fault, SigmaDocument } from '../sigma/model.ts'
import { parseSigma } from '../sigma/parse.ts'
import type { CompiledDbc } from '../dbc/compile.ts'
import { idsRead } from './can-candidates.ts'
import { fieldsOfDetection, servicesOf, unknownCorrelationFields, unknownFields } from './fields-read.ts'
import { ofVehicles } from './log-sources.ts'
import type { VehicleService } from './rules.ts'

/** A version of a rule: its text is one rule, or a correlation with the rules that it refers to. */
export interface RuleText {
  readonly uuid: string
  readonly version: number
  readonly text: string
}

/** Whose documents a text's are. */
export interface RuleOwner {
  readonly uuid: string
  readonly version: number
}

/** Rules of an organisation, compiled together. */
export interface RuleSet {
  /** Why a rule does not run, by its uuid. */
  readonly faults: ReadonlyMap<string, string>
  /** The versions of all rules, those with faults too. */
  readonly versions: ReadonlyMap<string, number>
  /** The rules that run. */
  readonly rules: readonly RuleOwner[]
  readonly needs: {
    readonly services: ReadonlySet<VehicleService>
    /**
     * The arbitration ids of the frames that rules read. `all` also if they read messages or signals, whose ids a
     * database states, or J1939 groups.
     */
    readonly canIds: ReadonlySet<number> | 'all'
    /** Whether rules read messages or signals of CAN databases. */
    readonly databases: boolean
    /** The services whose events correlations count. */
    readonly correlated: ReadonlySet<VehicleService>
    /** The longest timespan of a correlation, ms; 0 without correlations. */
    readonly longestTimespanMs: number
  }
  readonly linked: LinkedRules
  /** What was read of each text, by uuid and version: a text never changes. */
  readonly read: ReadonlyMap<string, ReadRules>
  ownerOf(kind: 'detection' | 'correlation', number: number): RuleOwner
}

/** A fault with the document that it is about. */
interface DocumentFault extends Fault {
  readonly document: SigmaDocument
}

/** Parsed rules that fit vehicle events, before they are linked. */
interface ReadRules {
  readonly documents: readonly SigmaDocument[]
  readonly faults: readonly Fault[]
  readonly warnings: readonly Fault[]
}

/** Returns a text's documents for events of vehicles, and its faults (rules RULE-3, RULE-4). */
export function readRules(text: string): ReadRules {
  const parsed = parseSigma(text)
  const faults: Fault[] = [...parsed.faults]
  const documents = parsed.documents.flatMap((document): SigmaDocument[] => {
    if (document.kind === 'correlation') return [document]
    const rule = ofVehicles(document)
    if (typeof rule === 'string') {
      faults.push({ ...document.logSourcePlace, message: rule })
      return []
    }
    faults.push(...unknownFields(rule))
    return [rule]
  })
  return { documents, faults, warnings: parsed.warnings }
}

/** Returns linked rules and all that is wrong with them. */
export function linkVehicleRules(documents: readonly SigmaDocument[]): {
  readonly linked: LinkedRules
  readonly faults: readonly DocumentFault[]
} {
  const linked = linkRules(documents)
  const unread = linked.correlations.flatMap((correlation) =>
    unknownCorrelationFields(correlation, linked.detections).map((fault) => ({ ...fault, document: correlation.rule })),
  )
  return { linked, faults: [...linked.faults, ...unread] }
}

/**
 * Returns the rules of an organisation, compiled. A rule with a fault is left out, and so is what refers to it; the
 * others run (rule RULE-7). Never throws. Texts that an earlier set has read are not read again.
 */
export function compileRules(texts: readonly RuleText[], before?: Pick<RuleSet, 'read'>): RuleSet {
  const faults = new Map<string, string>()
  const owners = new Map<SigmaDocument, RuleOwner>()
  const readTexts = new Map<string, ReadRules>()
  for (const { uuid, version, text } of texts) {
    const key = `${uuid} ${version}`
    const read = before?.read.get(key) ?? readRules(text)
    readTexts.set(key, read)
    if (read.faults.length > 0) faults.set(uuid, sentenceOf(read.faults[0]!))
    else for (const document of read.documents) owners.set(document, { uuid, version })
  }
  const linked = linkWithoutFaults(owners, faults)
  const versions = new Map(texts.map(({ uuid, version }) => [uuid, version]))
  const running = texts.filter(({ uuid }) => !faults.has(uuid)).map(ownerOf)
  return { ...setOf(linked, owners, faults), rules: running, read: readTexts, versions }
}

/** Texts that are read between two pauses: some ten ms. */
const readAtOnce = 20

/**
 * Reads the texts that an earlier set has not read, with pauses in which the process does other work. Thousands of
 * texts take seconds to read; `compileRules` then only links them (rule RULE-61).
 */
export async function readInTurns(
  texts: readonly RuleText[],
  before: Pick<RuleSet, 'read'> | undefined,
  pause: () => Promise<unknown>,
): Promise<Pick<RuleSet, 'read'>> {
  const read = new Map(before?.read)
  let unread = 0
  for (const { uuid, version, text } of texts) {
    const key = `${uuid} ${version}`
    if (read.has(key)) continue
    read.set(key, readRules(text))
    unread += 1
    if (unread % readAtOnce === 0) await pause()
  }
  return { read }
}

function ownerOf({ uuid, version }: RuleText): RuleOwner {
  return { uuid, version }
}

function sentenceOf({ line, column, message }: Fault): string {
  return `Line ${line}, column ${column}: ${message}`
}

/** Leaves out texts with faults until none has any: each round leaves out one at least. */
function linkWithoutFaults(owners: Map<SigmaDocument, RuleOwner>, faults: Map<string, string>): LinkedRules {
  for (;;) {
    const result = linkVehicleRules([...owners.keys()])
    if (result.faults.length === 0) return result.linked
    for (const fault of result.faults) {
      const { uuid } = owners.get(fault.document)!
      if (!faults.has(uuid)) faults.set(uuid, sentenceOf(fault))
    }
    for (const [document, { uuid }] of owners) if (faults.has(uuid)) owners.delete(document)
  }
}

/** Returns what a set of rules needs where no other databases than these decode its frames. */
export function needsWith({ linked, needs }: RuleSet, databases: readonly CompiledDbc[]): RuleSet['needs'] {
  return { ...needs, canIds: idsRead(canRules(linked), databases) }
}

function canRules({ detections }: LinkedRules): DetectionRule[] {
  return detections.filter((rule) => servicesOf(rule).includes('can'))
}

function decodes(linked: LinkedRules, number: number): boolean {
  const fields = fieldsOfDetection(linked, number)
  if (fields === 'all') return true
  return [...fields].some((name) => name === 'message' || name === 'sender' || name.startsWith('signal.'))
}

function setOf(
  linked: LinkedRules,
  owners: ReadonlyMap<SigmaDocument, RuleOwner>,
  faults: ReadonlyMap<string, string>,
): Omit<RuleSet, 'rules' | 'read' | 'versions'> {
  const documents = [...owners.keys()].filter(({ kind }) => kind === 'detection')
  const detections = documents.map((document) => owners.get(document)!)
  const correlations = linked.correlations.map(({ rule }) => owners.get(rule)!)
  const correlatedServices = ({ kind, number }: { readonly kind: string; readonly number: number }) =>
    kind === 'detection' ? servicesOf(linked.detections[number]!) : []
  return {
    faults,
    linked,
    needs: {
      services: new Set(linked.detections.flatMap(servicesOf)),
      canIds: idsRead(canRules(linked)),
      databases: linked.detections.some((rule, number) => servicesOf(rule).includes('can') && decodes(linked, number)),
      correlated: new Set(linked.correlations.flatMap(({ sources }) => sources).flatMap(correlatedServices)),
      longestTimespanMs: linked.correlations.reduce((most, { rule }) => Math.max(most, rule.timespanMs), 0),
    },
    ownerOf: (kind, number) => (kind === 'detection' ? detections : correlations)[number]!,
  }
}
