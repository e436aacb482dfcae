import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { analyzerKinds } from './analyze/analyzers.ts'
import { AnalyzerResult } from './observables.contract.ts'
import { observableTypes, paps, tlps } from './observables.ts'

const Options = z.object({
  /** Of Cortex: the name or id of its analyzer. */
  analyzer: z.string().trim().max(200).optional(),
  method: z.enum(['GET', 'POST']).optional(),
  /** The body of a POST; {{type}} and {{value}} are replaced, there and in the address. */
  template: z.string().max(8_000).optional(),
  header: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,60}$/, 'The name of a header has letters, digits and hyphens.')
    .optional(),
  /** Where the summary is in the JSON of the answer: data.verdict. */
  summary_path: z.string().trim().max(200).optional(),
})

export const Analyzer = z.object({
  uuid: z.uuid(),
  kind: z.enum(analyzerKinds),
  name: z.string(),
  url: z.string(),
  types: z.array(z.enum(observableTypes)),
  max_tlp: z.enum(tlps),
  max_pap: z.enum(paps),
  per_hour: z.int(),
  cache_hours: z.int(),
  options: Options,
  /** The secret itself is never returned. */
  has_secret: z.boolean(),
  active: z.boolean(),
  author: z.string(),
  revision: z.int(),
})
export type Analyzer = z.infer<typeof Analyzer>

export const listAnalyzers = endpoint({
  method: 'GET',
  path: 'msoc/v1/observables/analyzers',
  summary: 'The analyzers that come with the product, and the configured services, without their secrets',
  access: 'MSOC',
  input: z.object({}),
  output: z.object({
    built_in: z.array(z.object({ name: z.string(), title: z.string(), types: z.array(z.enum(observableTypes)) })),
    analyzers: z.array(Analyzer),
  }),
})

const settings = {
  /** Absent: a new one. */
  uuid: z.uuid().optional(),
  kind: z.enum(analyzerKinds),
  name: z.string().trim().min(1).max(100),
  url: z.string().trim().min(1).max(2_000),
  types: z.array(z.enum(observableTypes)).min(1).max(observableTypes.length),
  max_tlp: z.enum(tlps).default('GREEN'),
  max_pap: z.enum(paps).default('GREEN'),
  per_hour: z.int().min(1).max(10_000).default(100),
  cache_hours: z.int().min(1).max(2_160).default(24),
  options: Options.default({}),
  /** Absent: the stored one stays; empty: none. */
  secret: z.string().max(4_000).optional(),
}

export const saveAnalyzer = endpoint({
  method: 'POST',
  path: 'msoc/v1/observables/analyzers/save',
  summary: 'Create or change a service that enriches observables',
  access: 'MSOC',
  needs: 'analyzers.manage',
  input: z.object({
    ...settings,
    revision: z.int().min(1).max(2_147_483_647).optional(),
    active: z.boolean().default(true),
  }),
  output: z.object({ success: z.literal(true), analyzer: Analyzer }),
})

export const testAnalyzer = endpoint({
  method: 'POST',
  path: 'msoc/v1/observables/analyzers/test',
  summary: 'Connect to a service with these settings, without storing them; nothing of the organisation is sent',
  access: 'MSOC',
  needs: 'analyzers.manage',
  input: z.object(settings),
  output: z.object({ success: z.literal(true), works: z.boolean(), message: z.string() }),
})

export const deleteAnalyzer = endpoint({
  method: 'POST',
  path: 'msoc/v1/observables/analyzers/delete',
  summary: 'Delete a service with its secret; its results stay until they expire',
  access: 'MSOC',
  needs: 'analyzers.manage',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
})

export const analyzeObservable = endpoint({
  method: 'POST',
  path: 'msoc/v1/observables/analyze',
  summary: 'Run an analyzer on an observable, or return its result that has not expired',
  access: 'MSOC',
  needs: 'observables.work',
  input: z.object({
    uuid: z.uuid(),
    /** The name of a built-in analyzer, or the uuid of a configured one. */
    analyzer: z.string().min(1).max(60),
    /** Run it although there is a result. */
    again: z.boolean().default(false),
  }),
  output: z.object({ success: z.literal(true), result: AnalyzerResult, is_cached: z.boolean() }),
})
