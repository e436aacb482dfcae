import { z } from 'zod'
import { Job } from '../../account/jobs.contract.ts'
import { endpoint } from '../../core/endpoint.ts'
import { cursor, dateTime, limit, oneOrMore } from '../../core/wire.ts'
import { severities } from '../severity.ts'
import { ruleKinds, ruleOrigins, ruleStates } from './rules.ts'

/** The longest text of one rule, characters. */
export const longestRule = 65_536

/** The number of a rule's version; kept in 32 bits. */
const versionNumber = z.int().min(1).max(2_147_483_647)

const ruleText = z.string().min(1).max(longestRule)

/** Why a text is refused, or what is odd about it; the place counts from 1. */
export const RuleFault = z.object({ line: z.int(), column: z.int(), message: z.string() })
export type RuleFault = z.infer<typeof RuleFault>

export const RuleRow = z.object({
  uuid: z.uuid(),
  kind: z.enum(ruleKinds),
  title: z.string(),
  severity: z.enum(severities),
  service: z.string(),
  tags: z.array(z.string()),
  state: z.enum(ruleStates),
  version: z.int(),
  enabled_version: z.int().nullable(),
  origin: z.enum(ruleOrigins),
  pack: z.string().nullable(),
  pack_version: z.string().nullable(),
  updated_at: dateTime,
  revision: z.int(),
  /** Hits since the processes that run it started, and the latest; null: none. */
  hits: z.int(),
  last_hit: dateTime.nullable(),
  /** Alerts that it raised, and those of them that were closed as false or as true. */
  alerts: z.int(),
  false_positives: z.int(),
  true_positives: z.int(),
  /** Of a running correlation, over all processes. */
  groups: z.int(),
  entries: z.int(),
  evicted: z.int(),
  microseconds_per_event: z.number().nullable(),
  /** Why it does not run although it is enabled. */
  fault: z.string().nullable(),
})
export type RuleRow = z.infer<typeof RuleRow>

export const RuleVersion = z.object({
  version: z.int(),
  text: z.string(),
  note: z.string(),
  author: z.string(),
  created_at: dateTime,
  approved_by: z.string().nullable(),
  approved_at: dateTime.nullable(),
})
export type RuleVersion = z.infer<typeof RuleVersion>

export const listRules = endpoint({
  method: 'GET',
  path: 'msoc/v1/rules',
  summary: 'Detection rules, the latest changed first',
  access: 'MSOC',
  input: z.object({
    q: z.string().trim().max(200).optional(),
    state: oneOrMore(ruleStates).optional(),
    severity: oneOrMore(severities).optional(),
    service: z.string().max(32).optional(),
    tag: z.string().max(100).optional(),
    pack: z.string().max(100).optional(),
    cursor: cursor.optional(),
    limit: limit(500, 100),
  }),
  output: z.object({
    rules: z.array(RuleRow),
    next_cursor: z.string().nullable(),
    total: z.int(),
    four_eyes: z.boolean(),
  }),
})

export const getRule = endpoint({
  method: 'GET',
  path: 'msoc/v1/rules/get',
  summary: 'A rule with the texts of its latest 100 versions, newest first',
  access: 'MSOC',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ rule: RuleRow, versions: z.array(RuleVersion), four_eyes: z.boolean() }),
})

/** The result of one unit test of a rule's text. */
export const RuleTestResult = z.object({ name: z.string(), passed: z.boolean(), message: z.string(), line: z.int() })
export type RuleTestResult = z.infer<typeof RuleTestResult>

const checked = { faults: z.array(RuleFault), warnings: z.array(RuleFault), tests: z.array(RuleTestResult) }

export const checkRule = endpoint({
  method: 'POST',
  path: 'msoc/v1/rules/check',
  summary: 'Read a text and run its unit tests, without storing anything',
  access: 'MSOC',
  bodyLimit: 262_144,
  input: z.object({ text: ruleText }),
  output: z.object({ ...checked, title: z.string(), kind: z.enum(ruleKinds).nullable() }),
})

export const saveRule = endpoint({
  method: 'POST',
  path: 'msoc/v1/rules/save',
  summary: 'Store a new rule, or a new version of one; refused with its faults, or if one of its unit tests fails',
  access: 'MSOC',
  needs: 'rules.write',
  bodyLimit: 262_144,
  input: z.object({
    /** Absent: a new rule. */
    uuid: z.uuid().optional(),
    revision: z.int().optional(),
    text: ruleText,
    note: z.string().trim().max(500).default(''),
  }),
  output: z.object({ success: z.literal(true), rule: RuleRow, warnings: z.array(RuleFault) }),
})

export const setRuleState = endpoint({
  method: 'POST',
  path: 'msoc/v1/rules/set-state',
  summary: 'Enable a version of some rules (absent: their newest), or disable the rules; in effect within five seconds',
  access: 'MSOC',
  needs: 'rules.write',
  input: z.object({
    uuids: z.array(z.uuid()).min(1).max(500),
    enabled: z.boolean(),
    version: versionNumber.optional(),
  }),
  output: z.object({ success: z.literal(true), rules: z.array(RuleRow), refused: z.array(z.string()) }),
})

export const approveRule = endpoint({
  method: 'POST',
  path: 'msoc/v1/rules/approve',
  summary: "Approve another member's version of a rule",
  access: 'MSOC',
  needs: 'rules.write',
  input: z.object({ uuid: z.uuid(), version: versionNumber }),
  output: z.object({ success: z.literal(true), rule: RuleRow }),
})

export const deleteRule = endpoint({
  method: 'POST',
  path: 'msoc/v1/rules/delete',
  summary: 'Delete a rule that does not run, with its versions; its alerts stay',
  access: 'MSOC',
  needs: 'rules.write',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
})

export const setRuleSettings = endpoint({
  method: 'POST',
  path: 'msoc/v1/rules/settings',
  summary: 'Whether a version must be approved by another member before it is enabled',
  access: 'MSOC',
  needs: 'organisation.manage',
  input: z.object({ four_eyes: z.boolean() }),
  output: z.object({ success: z.literal(true) }),
})

/** A field that rules may read, with examples of its values. */
export const RuleField = z.object({
  name: z.string(),
  service: z.string(),
  description: z.string(),
  /** Number, text, or both for a signal with named values. */
  type: z.enum(['number', 'text', 'any']),
  examples: z.array(z.string()),
})
export type RuleField = z.infer<typeof RuleField>

export const listRuleFields = endpoint({
  method: 'GET',
  path: 'msoc/v1/rules/fields',
  summary: 'Fields that rules may read: those of each service, decoded signals, telemetry paths; those with the words',
  access: 'MSOC',
  input: z.object({
    service: z.string().max(32).optional(),
    q: z.string().trim().max(100).optional(),
    limit: limit(500, 100),
  }),
  output: z.object({ fields: z.array(RuleField), total: z.int() }),
})

/** A hit of a rule that is tried: where, when and why. */
export const RuleHit = z.object({
  vin: z.string(),
  at: dateTime,
  service: z.string(),
  /** Each condition that was met, with the observed value. */
  explanation: z.array(z.object({ field: z.string(), observed: z.string(), expected: z.string() })),
  /** The fields of the newest event that the rule or an analyst reads. */
  event: z.record(z.string(), z.unknown()),
})
export type RuleHit = z.infer<typeof RuleHit>

/** The hits of a text beside those of the version of its rule that runs, on the same events. */
export const RuleComparison = z.object({
  /** The version that runs, and its hits. */
  version: z.int(),
  hits: z.int(),
  /** Hits that only the text has, and hits that only the version that runs has. */
  gained: z.int(),
  lost: z.int(),
  /** Both by vehicle, for the first 1,000 vehicles. */
  by_vehicle: z.record(z.string(), z.object({ gained: z.int(), lost: z.int() })),
  gained_examples: z.array(RuleHit),
  lost_examples: z.array(RuleHit),
})
export type RuleComparison = z.infer<typeof RuleComparison>

export const tryRule = endpoint({
  method: 'POST',
  path: 'msoc/v1/rules/try',
  summary: 'Run a text, without storing it, on the last hour, on a capture, or on events as ingest accepts them',
  access: 'MSOC',
  needs: 'rules.write',
  bodyLimit: 4_194_304,
  input: z.object({
    text: ruleText,
    /** The rule whose running version is compared with the text. */
    compare_with: z.uuid().optional(),
    on: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('last-hour') }),
      z.object({ kind: z.literal('capture'), capture_uuid: z.uuid() }),
      /** Events in the JSON form of the ingest protocol, at most 5,000. */
      z.object({ kind: z.literal('events'), events: z.array(z.record(z.string(), z.unknown())).min(1).max(5_000) }),
    ]),
  }),
  output: z.object({
    ...checked,
    events: z.int(),
    hits: z.int(),
    /** The newest 100. */
    examples: z.array(RuleHit),
    /** False: the run ended at its limit of events or time before all were read. */
    complete: z.boolean(),
    /** Events that could not be read, the first ten reasons. */
    rejected: z.array(z.string()),
    /** Null if no comparison was requested. */
    compared: RuleComparison.nullable(),
  }),
})

export const RuleBacktest = z.object({
  uuid: z.uuid(),
  version: z.int(),
  from: dateTime,
  to: dateTime,
  events: z.int(),
  hits: z.int(),
  by_day: z.record(z.string(), z.int()),
  by_vehicle: z.record(z.string(), z.int()),
  examples: z.array(RuleHit),
  /** Null if no comparison was requested. */
  compared: RuleComparison.nullable(),
  job: Job,
})
export type RuleBacktest = z.infer<typeof RuleBacktest>

export const startBacktest = endpoint({
  method: 'POST',
  path: 'msoc/v1/rules/backtest',
  summary: 'Run a version of a rule on stored events, as a job',
  access: 'MSOC',
  needs: 'rules.write',
  input: z.object({
    uuid: z.uuid(),
    version: versionNumber,
    from: dateTime,
    to: dateTime,
    /** Also run the version that runs now, and compare the hits. */
    compare: z.boolean().default(false),
  }),
  output: z.object({ success: z.literal(true), backtest: RuleBacktest }),
})

export const listBacktests = endpoint({
  method: 'GET',
  path: 'msoc/v1/rules/backtests',
  summary: 'Backtests of a rule, the latest 20',
  access: 'MSOC',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ backtests: z.array(RuleBacktest) }),
})

export const exportRules = endpoint({
  method: 'POST',
  path: 'msoc/v1/rules/export',
  summary: 'The newest texts of rules as a zip of YAML files; absent: of all rules',
  access: 'MSOC',
  input: z.object({ uuids: z.array(z.uuid()).min(1).max(5_000).optional() }),
  output: z.string(),
  produces: 'application/octet-stream',
})

export const importRules = endpoint({
  method: 'POST',
  path: 'msoc/v1/rules/import',
  summary:
    'Store rules of a zip or of a YAML text with several documents as drafts; an id that is known: a new version',
  access: 'MSOC',
  needs: 'rules.write',
  bodyLimit: 16_777_216,
  takes: 'application/octet-stream',
  input: z.object({ name: z.string().max(200) }),
  output: z.object({
    success: z.literal(true),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    /** File, place and reason of each document that was refused, the first hundred. */
    refused: z.array(z.string()),
  }),
})

export const RulePack = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  rules: z.int(),
  /** Of the organisation's rules: those of this pack, and those of an older version of it. */
  installed: z.int(),
  outdated: z.int(),
})

export const listPacks = endpoint({
  method: 'GET',
  path: 'msoc/v1/rules/packs',
  summary: 'Packs of rules that come with the product',
  access: 'MSOC',
  input: z.object({}),
  output: z.object({ packs: z.array(RulePack) }),
})

export const installPack = endpoint({
  method: 'POST',
  path: 'msoc/v1/rules/packs/install',
  summary: 'Install or update a pack: its rules as drafts, new versions for rules that were not changed here',
  access: 'MSOC',
  needs: 'rules.write',
  input: z.object({ name: z.string().max(100) }),
  output: z.object({ success: z.literal(true), created: z.int(), updated: z.int(), kept: z.int() }),
})
