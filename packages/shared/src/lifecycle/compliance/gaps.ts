import { annex5Title } from '../../catalogues/annex5-titles.ts'
import { annex5Items } from '../../catalogues/annex5.ts'
import type { ArtefactStatus } from '../../graph/artefacts/statuses.ts'
import type { Effort } from '../attack-tree/tree.ts'
import type { Method } from '../methods/method.ts'
import { type TreatmentGap, treatmentGapsOf } from '../rating/risk.ts'
import { workProducts } from './work-products.ts'

export const gapSeverities = ['error', 'warning', 'hint'] as const
export type GapSeverity = (typeof gapSeverities)[number]

/** An artefact in the form that rules check. */
export interface GapSubject {
  readonly uuid: string
  readonly kind: string
  readonly title: string
  readonly status: ArtefactStatus
  /** The fields that are not long. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Its links: outgoing as `answered-by>goal`, incoming as `targets<asset`. */
  readonly links: ReadonlySet<string>
  /** The number of suspect links that end at it. */
  readonly suspects: number
  /** For a threat scenario; null: not rated. */
  readonly risk: number | null
  readonly target: number | null
  /** For a threat scenario: the number of paths that the deciding method does not rate completely. */
  readonly incompletePaths: number
}

/** What rules need of a program besides its artefacts. */
export interface GapProgram {
  readonly method: Method
  /** It has a baseline, or its concept phase is finished: its content should be approved by now. */
  readonly isSettled: boolean
}

/** The quick fixes, by what they make or do. */
export const gapFixes = {
  damage: 'Describe the damage',
  'link-damage': 'Take the damage of its asset',
  tree: 'Begin an attack tree',
  reduce: 'Reduce it',
  goal: 'Make a goal',
  claim: 'Make a claim',
  concept: 'Make a concept',
  requirement: 'Make a requirement',
  test: 'Make a test case',
  'work-product': 'Begin it',
} as const
export type GapFix = keyof typeof gapFixes
/** The fixes for an existing artefact. */
export type ArtefactFix = Exclude<GapFix, 'work-product'>

interface Rule<Fix extends GapFix = GapFix> {
  /** Its number in SPEC.md. */
  readonly about: string
  readonly title: string
  readonly severity: GapSeverity
  readonly fix?: Fix
}

/** A rule about artefacts of some kinds. */
export interface GapRule extends Rule<ArtefactFix> {
  readonly kinds: readonly string[]
  readonly breaks: (subject: GapSubject, program: GapProgram) => boolean
}

/** A rule about what a program lacks. */
export interface MissingRule extends Rule {
  readonly missing: (subjects: readonly GapSubject[]) => readonly { readonly code: string; readonly title: string }[]
}

type Has = Pick<GapSubject, 'links'>
const lacks =
  (...links: readonly string[]) =>
  ({ links: there }: Has) =>
    !links.some((link) => there.has(link))
const isOnward = ({ links }: Has, kind: string) => [...links].some((link) => link.startsWith(`${kind}>`))
const isEmpty = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)
const isFinished = ({ status }: GapSubject) => status === 'APPROVED' || status === 'COMPLETED'

const treats =
  (gap: TreatmentGap) =>
  ({ fields, risk, links }: GapSubject, { method }: GapProgram) =>
    treatmentGapsOf(method, {
      treatment: (fields.treatment ?? null) as never,
      risk,
      goals: links.has('answered-by>goal') ? 1 : 0,
      claims: links.has('answered-by>claim') ? 1 : 0,
    }).includes(gap)
const needsAttention = ({ risk }: GapSubject, { method }: GapProgram) => risk !== null && risk >= method.attention

function isUnrated({ fields }: GapSubject): boolean {
  const { potential, cvss, vector } = (fields.effort ?? {}) as Partial<Effort>
  return Object.keys(potential ?? {}).length + Object.keys(cvss ?? {}).length === 0 && isEmpty(vector)
}

const threat = ['threat-scenario']
const requirement = ['requirement']
const tests = ['test-case', 'validation']
/** The kinds that belong to an assessment: they should be approved once a baseline contains them. */
const settledKinds = ['asset', 'damage-scenario', 'threat-scenario', 'goal', 'claim', 'concept', 'requirement']

/** What artefacts may lack, by rules GAP-1 to GAP-11 of ../SPEC.md. */
export const gapRules = {
  'asset-without-property': {
    about: 'GAP-1',
    title: 'Asset without a cybersecurity property',
    severity: 'warning',
    kinds: ['asset'],
    breaks: ({ fields }) => isEmpty(fields.properties),
  },
  'asset-without-damage': {
    about: 'GAP-1',
    title: 'Relevant asset without a damage scenario',
    severity: 'error',
    kinds: ['asset'],
    fix: 'damage',
    breaks: (subject) => subject.fields.relevant === true && lacks('harms>damage-scenario')(subject),
  },
  'damage-unrated': {
    about: 'GAP-2',
    title: 'Damage scenario that is not rated',
    severity: 'error',
    kinds: ['damage-scenario'],
    breaks: ({ fields }) => [fields.safety, fields.financial, fields.operational, fields.privacy].every(isEmpty),
  },
  'threat-without-asset': {
    about: 'GAP-3',
    title: 'Threat scenario without an asset',
    severity: 'error',
    kinds: threat,
    breaks: lacks('targets<asset'),
  },
  'threat-without-damage': {
    about: 'GAP-3',
    title: 'Threat scenario without a damage scenario',
    severity: 'error',
    kinds: threat,
    fix: 'link-damage',
    breaks: lacks('leads-to<damage-scenario'),
  },
  'threat-without-path': {
    about: 'GAP-3',
    title: 'Threat scenario with neither an attack tree nor a feasibility',
    severity: 'error',
    kinds: threat,
    fix: 'tree',
    breaks: (subject) => lacks('refined-in>attack-tree')(subject) && isUnrated(subject),
  },
  'feasibility-incomplete': {
    about: 'GAP-3',
    title: 'Threat scenario with an incomplete feasibility rating',
    severity: 'warning',
    kinds: threat,
    breaks: (subject) =>
      subject.incompletePaths > 0 && !(lacks('refined-in>attack-tree')(subject) && isUnrated(subject)),
  },
  'risk-untreated': {
    about: 'GAP-4',
    title: 'Risk that needs attention, without a treatment',
    severity: 'error',
    kinds: threat,
    fix: 'reduce',
    breaks: (subject, program) => treats('untreated')(subject, program) && needsAttention(subject, program),
  },
  'risk-undecided': {
    about: 'GAP-4',
    title: 'Lower risk without a treatment',
    severity: 'hint',
    kinds: threat,
    breaks: (subject, program) => treats('untreated')(subject, program) && !needsAttention(subject, program),
  },
  'reduce-without-goal': {
    about: 'GAP-4',
    title: 'Risk to reduce, without a goal',
    severity: 'error',
    kinds: threat,
    fix: 'goal',
    breaks: treats('needs-goal'),
  },
  'retain-without-claim': {
    about: 'GAP-4',
    title: 'Risk that is shared or retained, without a claim',
    severity: 'error',
    kinds: threat,
    fix: 'claim',
    breaks: treats('needs-claim'),
  },
  'retained-high': {
    about: 'GAP-4',
    title: 'Risk that needs attention, but is retained',
    severity: 'warning',
    kinds: threat,
    breaks: treats('retained-high'),
  },
  'target-high': {
    about: 'GAP-4',
    title: 'Risk that still needs attention with all planned controls',
    severity: 'error',
    kinds: threat,
    breaks: ({ target }, { method }) => target !== null && target >= method.attention,
  },
  'goal-without-requirement': {
    about: 'GAP-5',
    title: 'Goal with neither a concept nor a requirement',
    severity: 'error',
    kinds: ['goal'],
    fix: 'requirement',
    breaks: lacks('demands>requirement', 'conceived>concept'),
  },
  'goal-without-concept': {
    about: 'GAP-5',
    title: 'Goal without a security concept',
    severity: 'warning',
    kinds: ['goal'],
    fix: 'concept',
    breaks: (subject) => lacks('conceived>concept')(subject) && !lacks('demands>requirement')(subject),
  },
  'concept-without-requirement': {
    about: 'GAP-5',
    title: 'Security concept without a requirement',
    severity: 'error',
    kinds: ['concept'],
    fix: 'requirement',
    breaks: lacks('demands>requirement'),
  },
  'requirement-unallocated': {
    about: 'GAP-6',
    title: 'Requirement that is not allocated',
    severity: 'warning',
    kinds: requirement,
    breaks: (subject) =>
      !isOnward(subject, 'allocated') && lacks('refines>requirement', 'realised>specification')(subject),
  },
  'requirement-unverified': {
    about: 'GAP-6',
    title: 'Requirement without a test case',
    severity: 'warning',
    kinds: requirement,
    fix: 'test',
    breaks: lacks('verified>test-case', 'refines>requirement'),
  },
  'test-failed': {
    about: 'GAP-7',
    title: 'Test or validation that failed',
    severity: 'error',
    kinds: tests,
    breaks: ({ fields }) => fields.result === 'failed',
  },
  'test-not-run': {
    about: 'GAP-7',
    title: 'Test or validation without a result',
    severity: 'warning',
    kinds: tests,
    breaks: ({ fields }) => isEmpty(fields.result) || fields.result === 'not-run' || fields.result === 'blocked',
  },
  'control-unrealised': {
    about: 'GAP-8',
    title: 'Planned control that no requirement realises',
    severity: 'warning',
    kinds: ['control'],
    fix: 'requirement',
    breaks: (subject) =>
      (isEmpty(subject.fields.standing) || subject.fields.standing === 'planned') &&
      lacks('realised<requirement')(subject),
  },
  suspect: {
    about: 'GAP-9',
    title: 'Changed upstream, and not confirmed since',
    severity: 'warning',
    kinds: ['*'],
    breaks: ({ suspects }) => suspects > 0,
  },
  'assumption-refuted': {
    about: 'GAP-10',
    title: 'Assumption that does not hold, and is assumed',
    severity: 'error',
    kinds: ['assumption'],
    breaks: (subject) => subject.fields.holds === 'refuted' && isOnward(subject, 'assumed'),
  },
  'assumption-open': {
    about: 'GAP-10',
    title: 'Unconfirmed assumption',
    severity: 'warning',
    kinds: ['assumption'],
    breaks: ({ fields }) => isEmpty(fields.holds) || fields.holds === 'open',
  },
  unapproved: {
    about: 'GAP-11',
    title: 'Not approved, though a baseline or a finished concept phase holds it',
    severity: 'hint',
    kinds: settledKinds,
    breaks: (subject, { isSettled }) => isSettled && !isFinished(subject),
  },
} as const satisfies Record<string, GapRule>

/** The lists that a program should cover, by rule GAP-12. */
export const missingRules = {
  'annex5-uncovered': {
    about: 'GAP-12',
    title: 'UN R155 Annex 5: item without a threat scenario',
    severity: 'hint',
    missing: uncovered,
  },
  'work-product-missing': {
    about: 'GAP-12',
    title: 'Missing work product',
    severity: 'hint',
    fix: 'work-product',
    missing: unkept,
  },
} as const satisfies Record<string, MissingRule>

function uncovered(subjects: readonly GapSubject[]) {
  const covered = new Set(
    subjects
      .filter(({ kind }) => kind === 'threat-scenario')
      .flatMap(({ fields }) => (fields.annex5 ?? []) as string[]),
  )
  return annex5Items.filter((item) => !covered.has(item)).map((code) => ({ code, title: annex5Title(code) ?? '' }))
}

function unkept(subjects: readonly GapSubject[]) {
  const kept = new Set(subjects.filter(({ kind }) => kind === 'work-product').map(({ fields }) => fields.work_product))
  return workProducts.filter(({ code }) => !kept.has(code)).map(({ code, title }) => ({ code, title }))
}

/** The artefact rule with this key; undefined: there is none. */
export function gapRuleNamed(key: string): GapRule | undefined {
  return Object.hasOwn(gapRules, key) ? gapRules[key as keyof typeof gapRules] : undefined
}

/** The rule about missing items with this key; undefined: there is none. */
export function missingRuleNamed(key: string): MissingRule | undefined {
  return Object.hasOwn(missingRules, key) ? missingRules[key as keyof typeof missingRules] : undefined
}

/** Whether a rule applies to artefacts of a kind. */
export function isAbout({ kinds }: GapRule, kind: string): boolean {
  return kinds.includes(kind) || kinds.includes('*')
}

export interface FoundGap extends Rule {
  readonly rule: string
  readonly subjects: readonly GapSubject[]
  readonly items: readonly { readonly code: string; readonly title: string }[]
}

/** The violations of each rule, the most severe first; rules without violations are left out. */
export function gapsOf(subjects: readonly GapSubject[], program: GapProgram): FoundGap[] {
  const about = Object.entries<GapRule>(gapRules).map(([rule, of]): FoundGap => ({
    ...of,
    rule,
    items: [],
    subjects: subjects.filter((subject) => isAbout(of, subject.kind) && of.breaks(subject, program)),
  }))
  const missing = Object.entries<MissingRule>(missingRules).map(([rule, of]): FoundGap => ({
    ...of,
    rule,
    subjects: [],
    items: of.missing(subjects),
  }))
  return [...about, ...missing]
    .filter((gap) => gap.subjects.length + gap.items.length > 0)
    .sort((a, b) => gapSeverities.indexOf(a.severity) - gapSeverities.indexOf(b.severity))
}
