import { z } from 'zod'
import { Job } from '../../account/jobs.contract.ts'
import { endpoint } from '../../core/endpoint.ts'
import { cursor, dateTime, limit, oneOrMore, queryBoolean, queryDateTime } from '../../core/wire.ts'
import { alertStatuses } from '../alerts/alerts.ts'
import { caseStages } from '../cases/cases.ts'
import { severities } from '../severity.ts'
import {
  importFormats,
  limits,
  listKinds,
  observableSources,
  observableTypes,
  paps,
  sightingKinds,
  tlps,
  verdicts,
} from './observables.ts'

const value = z.string().trim().min(1).max(limits.value)
const observableTag = z.string().trim().toLowerCase().min(1).max(limits.tag)
const tags = z.array(observableTag).max(limits.tags)
const note = z.string().trim().max(limits.note)
const revision = z.int().min(1).max(2_147_483_647)

export const ObservableRow = z.object({
  uuid: z.uuid(),
  type: z.enum(observableTypes),
  /** In its normal form. */
  value: z.string(),
  tlp: z.enum(tlps),
  pap: z.enum(paps),
  tags: z.array(z.string()),
  note: z.string(),
  is_ioc: z.boolean(),
  first_seen: dateTime,
  last_seen: dateTime,
  sightings: z.int(),
  expires_at: dateTime.nullable(),
  source: z.enum(observableSources),
  author: z.string(),
  revision: z.int(),
  /** The names of the lists that have it. */
  watched_by: z.array(z.string()),
  allowed_by: z.array(z.string()),
})
export type ObservableRow = z.infer<typeof ObservableRow>

/** What selects observables in lists and exports. */
const filter = {
  /** A part of the value; with one or two characters: its beginning. */
  q: z.string().trim().max(200).optional(),
  type: oneOrMore(observableTypes).optional(),
  tlp: oneOrMore(tlps).optional(),
  tag: z.string().trim().toLowerCase().max(limits.tag).optional(),
  /** The uuid of a list. */
  list: z.uuid().optional(),
  ioc: queryBoolean.optional(),
  expired: queryBoolean.optional(),
  seen_from: queryDateTime.optional(),
  seen_to: queryDateTime.optional(),
}

export const listObservables = endpoint({
  method: 'GET',
  path: 'msoc/v1/observables',
  summary: 'Observables, the last seen first',
  access: 'MSOC',
  input: z.object({ ...filter, cursor: cursor.optional(), limit: limit(500, 100) }),
  output: z.object({
    observables: z.array(ObservableRow),
    next_cursor: z.string().nullable(),
    /** How many match; counted up to 10,000. */
    total: z.int(),
    is_total_exact: z.boolean(),
  }),
})

export const LinkedAlert = z.object({
  uuid: z.uuid(),
  number: z.int(),
  title: z.string(),
  severity: z.enum(severities),
  status: z.enum(alertStatuses),
  vin: z.string().nullable(),
  last_seen: dateTime,
})
export type LinkedAlert = z.infer<typeof LinkedAlert>

export const LinkedCase = z.object({
  uuid: z.uuid(),
  number: z.int(),
  title: z.string(),
  stage: z.enum(caseStages),
  alerts: z.int(),
})
export type LinkedCase = z.infer<typeof LinkedCase>

export const AnalyzerResult = z.object({
  analyzer: z.string(),
  name: z.string(),
  at: dateTime,
  expires_at: dateTime,
  verdict: z.enum(verdicts),
  summary: z.string(),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type AnalyzerResult = z.infer<typeof AnalyzerResult>

/** An analyzer for the observable, and why it cannot be run on it; null: it can. */
const OfferedAnalyzer = z.object({ analyzer: z.string(), name: z.string(), refusal: z.string().nullable() })

export const getObservable = endpoint({
  method: 'GET',
  path: 'msoc/v1/observables/get',
  summary: 'An observable with its latest alerts, cases, sightings by day, results, and related observables',
  access: 'MSOC',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({
    observable: ObservableRow,
    /** The latest 100, and how many there are. */
    alerts: z.array(LinkedAlert),
    alerts_total: z.int(),
    cases: z.array(LinkedCase),
    /** Of the last 90 days. */
    days: z.array(z.object({ day: z.string(), kind: z.enum(sightingKinds), count: z.int() })),
    results: z.array(AnalyzerResult),
    analyzers: z.array(OfferedAnalyzer),
    /** Those that share the most alerts, at most 20. */
    related: z.array(z.object({ observable: ObservableRow, alerts: z.int() })),
  }),
})

const graphKinds = ['observable', 'alert', 'case'] as const

export const observableGraph = endpoint({
  method: 'GET',
  path: 'msoc/v1/observables/graph',
  summary: 'What shares an observable: its alerts, their cases and other observables, at most 200 nodes',
  access: 'MSOC',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({
    nodes: z.array(
      z.object({
        id: z.uuid(),
        kind: z.enum(graphKinds),
        title: z.string(),
        /** The type of an observable, the severity of an alert, the stage of a case. */
        detail: z.string(),
      }),
    ),
    edges: z.array(z.object({ from: z.uuid(), to: z.uuid() })),
    /** More alerts or observables share it than are shown. */
    is_cut: z.boolean(),
  }),
})

export const findObservables = endpoint({
  method: 'POST',
  path: 'msoc/v1/observables/find',
  summary: 'The observables with these values, in any spelling; values that are unknown are left out',
  access: 'MSOC',
  input: z.object({
    values: z
      .array(z.object({ type: z.enum(observableTypes), value: z.string().max(limits.value) }))
      .min(1)
      .max(200),
  }),
  output: z.object({
    /** With the place of the value in the input. */
    found: z.array(z.object({ index: z.int(), observable: ObservableRow })),
  }),
})

/** What a person sets of an observable. */
const described = {
  tlp: z.enum(tlps),
  pap: z.enum(paps),
  tags,
  note,
  is_ioc: z.boolean(),
  expires_at: dateTime.nullable(),
}

export const createObservables = endpoint({
  method: 'POST',
  path: 'msoc/v1/observables/create',
  summary: 'Add observables; of those that are known, tags are added and the other fields stay',
  access: 'MSOC',
  needs: 'observables.work',
  bodyLimit: 4_194_304,
  input: z.object({
    values: z
      .array(z.object({ type: z.enum(observableTypes), value }))
      .min(1)
      .max(1_000),
    tlp: z.enum(tlps).default('AMBER'),
    pap: z.enum(paps).default('AMBER'),
    tags: tags.default([]),
    note: note.default(''),
    is_ioc: z.boolean().default(false),
    expires_at: dateTime.nullable().default(null),
    /** A list that the values are also added to. */
    list_uuid: z.uuid().optional(),
  }),
  output: z.object({
    success: z.literal(true),
    created: z.int(),
    known: z.int(),
    invalid: z.array(z.object({ index: z.int(), reason: z.string() })),
    /** The first of them, known or new. */
    uuid: z.uuid().nullable(),
  }),
})

export const saveObservable = endpoint({
  method: 'POST',
  path: 'msoc/v1/observables/save',
  summary: 'Change what is stated of an observable; its type and value never change',
  access: 'MSOC',
  needs: 'observables.work',
  input: z.object({ uuid: z.uuid(), revision, ...described }),
  output: z.object({ success: z.literal(true), observable: ObservableRow }),
})

const several = z.array(z.uuid()).min(1).max(1_000)

export const updateObservables = endpoint({
  method: 'POST',
  path: 'msoc/v1/observables/update',
  summary: 'Change levels, tags, indicator or expiry of several observables',
  access: 'MSOC',
  needs: 'observables.work',
  input: z.object({
    uuids: several,
    change: z
      .object({
        tlp: z.enum(tlps),
        pap: z.enum(paps),
        add_tags: tags,
        remove_tags: tags,
        is_ioc: z.boolean(),
        expires_at: dateTime.nullable(),
      })
      .partial()
      .refine((change) => Object.values(change).some((one) => one !== undefined), 'Change at least one field.'),
  }),
  output: z.object({ success: z.literal(true), updated: z.int() }),
})

export const deleteObservables = endpoint({
  method: 'POST',
  path: 'msoc/v1/observables/delete',
  summary: 'Delete observables with their sightings and results; alerts and lists keep the values',
  access: 'MSOC',
  needs: 'observables.work',
  input: z.object({ uuids: several }),
  output: z.object({ success: z.literal(true), deleted: z.int() }),
})

const importedStates = ['new', 'known', 'invalid'] as const

export const importObservables = endpoint({
  method: 'POST',
  path: 'msoc/v1/observables/import',
  summary: 'Read observables from text, CSV, a MISP event or a STIX 2.1 bundle: a preview, or an import (large: a job)',
  access: 'MSOC',
  needs: 'observables.work',
  bodyLimit: 2 * limits.importBytes,
  input: z.object({
    format: z.enum(importFormats),
    text: z.string().min(1).max(limits.importBytes),
    /** Only report what the import would do. */
    dry_run: z.boolean(),
    /** For rows that state none. */
    tlp: z.enum(tlps).default('AMBER'),
    pap: z.enum(paps).default('AMBER'),
    /** Added to the tags of each row. */
    tags: tags.default([]),
    is_ioc: z.boolean().default(false),
    expires_at: dateTime.nullable().default(null),
    list_uuid: z.uuid().optional(),
  }),
  output: z.object({
    success: z.literal(true),
    rows: z.int(),
    created: z.int(),
    known: z.int(),
    invalid: z.int(),
    /** The first 200 rows, of which all invalid ones come first. */
    preview: z.array(
      z.object({
        line: z.int(),
        state: z.enum(importedStates),
        type: z.enum(observableTypes).nullable(),
        value: z.string(),
        reason: z.string(),
      }),
    ),
    /** The job that imports; null for a preview, and for few rows, which are imported at once. */
    job: Job.nullable(),
  }),
})

export const exportObservables = endpoint({
  method: 'GET',
  path: 'msoc/v1/observables/export',
  summary: 'The observables that match as CSV, at most 200,000; the import reads it back',
  access: 'MSOC',
  input: z.object(filter),
  output: z.string(),
  produces: 'text/csv',
})

export const exportStix = endpoint({
  method: 'GET',
  path: 'msoc/v1/observables/export-stix',
  summary: 'The observables that match as indicators in a STIX 2.1 bundle, at most 200,000',
  access: 'MSOC',
  input: z.object(filter),
  output: z.string(),
  produces: 'application/octet-stream',
})

export const ObservableList = z.object({
  uuid: z.uuid(),
  name: z.string(),
  description: z.string(),
  kind: z.enum(listKinds),
  severity: z.enum(severities),
  active: z.boolean(),
  expires_at: dateTime.nullable(),
  entries: z.int(),
  author: z.string(),
  updated_at: dateTime,
  revision: z.int(),
})
export type ObservableList = z.infer<typeof ObservableList>

export const listObservableLists = endpoint({
  method: 'GET',
  path: 'msoc/v1/observables/lists',
  summary: 'Watchlists and allowlists, by name',
  access: 'MSOC',
  input: z.object({}),
  output: z.object({ lists: z.array(ObservableList) }),
})

export const saveObservableList = endpoint({
  method: 'POST',
  path: 'msoc/v1/observables/lists/save',
  summary: 'Create or change a list; in effect within five seconds',
  access: 'MSOC',
  needs: 'observables.work',
  input: z.object({
    /** Absent: a new list. */
    uuid: z.uuid().optional(),
    revision: revision.optional(),
    name: z.string().trim().min(1).max(100),
    description: z.string().trim().max(1_000).default(''),
    kind: z.enum(listKinds),
    severity: z.enum(severities).default('high'),
    active: z.boolean().default(true),
    expires_at: dateTime.nullable().default(null),
  }),
  output: z.object({ success: z.literal(true), list: ObservableList }),
})

export const deleteObservableList = endpoint({
  method: 'POST',
  path: 'msoc/v1/observables/lists/delete',
  summary: 'Delete a list with its entries; its alerts and the observables stay',
  access: 'MSOC',
  needs: 'observables.work',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
})

export const ListEntry = z.object({ type: z.enum(observableTypes), value: z.string(), added_at: dateTime })
export type ListEntry = z.infer<typeof ListEntry>

export const listEntries = endpoint({
  method: 'GET',
  path: 'msoc/v1/observables/lists/entries',
  summary: 'The entries of a list, the latest first',
  access: 'MSOC',
  input: z.object({ uuid: z.uuid(), cursor: cursor.optional(), limit: limit(500, 100) }),
  output: z.object({ entries: z.array(ListEntry), next_cursor: z.string().nullable() }),
})

const entries = z
  .array(z.object({ type: z.enum(observableTypes), value }))
  .min(1)
  .max(50_000)

export const addEntries = endpoint({
  method: 'POST',
  path: 'msoc/v1/observables/lists/entries/add',
  summary: 'Add values to a list; in effect within five seconds',
  access: 'MSOC',
  needs: 'observables.work',
  bodyLimit: 8_388_608,
  input: z.object({ uuid: z.uuid(), entries }),
  output: z.object({
    success: z.literal(true),
    added: z.int(),
    /** The first hundred values that are not valid, and how many there are. */
    invalid: z.array(z.object({ index: z.int(), reason: z.string() })),
    invalid_total: z.int(),
  }),
})

export const removeEntries = endpoint({
  method: 'POST',
  path: 'msoc/v1/observables/lists/entries/remove',
  summary: 'Remove values from a list; in effect within five seconds',
  access: 'MSOC',
  needs: 'observables.work',
  bodyLimit: 8_388_608,
  input: z.object({ uuid: z.uuid(), entries }),
  output: z.object({ success: z.literal(true), removed: z.int() }),
})
