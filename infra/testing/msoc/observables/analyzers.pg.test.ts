import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { InputOf } from '@carapace/shared/core/endpoint'
import { assignDbc, uploadDbc } from '@carapace/shared/msoc/can/dbc.contract'
import {
  analyzeObservable,
  deleteAnalyzer,
  listAnalyzers,
  saveAnalyzer,
  testAnalyzer,
} from '@carapace/shared/msoc/observables/analyzers.contract'
import { createObservables, getObservable } from '@carapace/shared/msoc/observables/observables.contract'
import type { ObservableType } from '@carapace/shared/msoc/observables/observables'
import { dbcOf } from '../../support/everything.ts'
import { type Organisation, startInstallation } from '../../support/installation.ts'

/** What the service received, the latest last. */
const received: { readonly url: string; readonly auth: string; readonly body: string }[] = []
let answers: Record<string, unknown> = {}

const server = createServer((request, response) => {
  void bodyOf(request).then((body) => {
    const { url = '', headers } = request
    received.push({ url, auth: headers.authorization ?? String(headers['x-key'] ?? ''), body })
    const answer = answers[url.split('?')[0]!]
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => void server.close())
beforeEach(() => {
  received.length = 0
  answers = {}
})

const site = await startInstallation()

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

async function add({ members }: Organisation, type: ObservableType, value: string, more: object = {}): Promise<string> {
  const answer = await site.request(members.ANALYST.token, createObservables, { values: [{ type, value }], ...more })
  return answer.uuid!
}

const http = { kind: 'http', name: 'Lookup', types: ['domain'], url: `${service}/look?v={{value}}` } as const

test('[OBSERVABLE-30] [OBSERVABLE-33] [OBSERVABLE-37] built-in analyzers run offline; results are kept', async () => {
  const org = await site.organisation('Offline')
  const { token } = org.members.ANALYST
  const uuid = await add(org, 'vin', '1M8GDM9AXKP042788', { tlp: 'RED', pap: 'RED' })
  const first = await site.request(token, analyzeObservable, { uuid, analyzer: 'vin' })
  expect(first).toMatchObject({ is_cached: false, result: { verdict: 'info', name: 'VIN decoder' } })
  const second = await site.request(token, analyzeObservable, { uuid, analyzer: 'vin' })
  expect(second).toEqual({ ...first, is_cached: true })
  const got = await site.request(token, getObservable, { uuid })
  expect(got.results).toEqual([first.result])
  expect(got.analyzers).toEqual([{ analyzer: 'vin', name: 'VIN decoder', refusal: null }])
  expect((await site.refusal(token, analyzeObservable, { uuid, analyzer: 'uds' })).code).toBe('RULE_REFUSED')

  const { version } = await site.request(token, uploadDbc, { name: 'Body', file_name: 'b.dbc', text: dbcOf('BODY') })
  await site.request(token, assignDbc, { model: 'M', bus: 'can0', version_uuid: version.uuid })
  const id = await add(org, 'arbitration_id', '0x123')
  const { result } = await site.request(token, analyzeObservable, { uuid: id, analyzer: 'can-id' })
  expect(result.facts).toContainEqual({ name: 'Body (M can0)', value: 'BODY_message, sent by BODY_node' })
  expect(received).toEqual([])
})

test('[OBSERVABLE-36] [OBSERVABLE-38] a service gets values up to its levels only', async () => {
  const org = await site.organisation('Levels')
  const { ADMIN, ANALYST } = org.members
  answers = { '/look': { data: { verdict: 'bad' }, score: 7 } }
  const { analyzer } = await site.request(ADMIN.token, saveAnalyzer, {
    ...http,
    secret: 'open sesame',
    options: { header: 'x-key', summary_path: 'data.verdict' },
    types: ['domain'],
  })
  const secret = await add(org, 'domain', 'secret.example', { tlp: 'AMBER' })
  const refusal = await site.refusal(ANALYST.token, analyzeObservable, { uuid: secret, analyzer: analyzer.uuid })
  expect(refusal.message).toBe('Lookup may get values up to TLP:GREEN; this one is TLP:AMBER.')
  const offered = (await site.request(ANALYST.token, getObservable, { uuid: secret })).analyzers
  expect(offered[0]!.refusal).toBe(refusal.message)
  const passive = await add(org, 'domain', 'passive.example', { tlp: 'CLEAR', pap: 'RED' })
  const other = await site.refusal(ANALYST.token, analyzeObservable, { uuid: passive, analyzer: analyzer.uuid })
  expect(other.message).toContain('PAP:RED')
  expect(received).toEqual([])

  const uuid = await add(org, 'domain', 'bücher.example', { tlp: 'GREEN', pap: 'CLEAR' })
  const { result } = await site.request(ANALYST.token, analyzeObservable, { uuid, analyzer: analyzer.uuid })
  expect(result).toMatchObject({ summary: 'bad', name: 'Lookup' })
  expect(result.facts).toContainEqual({ name: 'score', value: '7' })
  expect(received).toEqual([{ url: '/look?v=xn--bcher-kva.example', auth: 'open sesame', body: '' }])
})

test('[OBSERVABLE-37] a service is used so many times an hour, and kept results cost nothing', async () => {
  const org = await site.organisation('Rate')
  const { ADMIN, ANALYST } = org.members
  answers = { '/look': {} }
  const { analyzer } = await site.request(ADMIN.token, saveAnalyzer, { ...http, types: ['domain'], per_hour: 2 })
  const uuid = await add(org, 'domain', 'a.example', { tlp: 'CLEAR', pap: 'CLEAR' })
  const run = { uuid, analyzer: analyzer.uuid }
  await site.request(ANALYST.token, analyzeObservable, run)
  await site.request(ANALYST.token, analyzeObservable, run)
  await site.request(ANALYST.token, analyzeObservable, { ...run, again: true })
  const refusal = await site.refusal(ANALYST.token, analyzeObservable, { ...run, again: true })
  expect(refusal.code).toBe('TOO_MANY')
  expect(received).toHaveLength(2)
})

test('[OBSERVABLE-35] secrets are sealed, never returned, and stay with their server', async () => {
  const org = await site.organisation('Secrets')
  const { token } = org.members.ADMIN
  const { analyzer } = await site.request(token, saveAnalyzer, { ...http, types: ['domain'], secret: 'open sesame' })
  expect(JSON.stringify(await site.request(token, listAnalyzers, {}))).not.toContain('sesame')
  expect(analyzer.has_secret).toBe(true)
  const rows = await site.sql`SELECT to_jsonb(a)::text AS text FROM observable_analyzers a`
  const log = await site.sql`SELECT to_jsonb(l)::text AS text FROM audit_log l WHERE subject = 'analyzer'`
  expect([...rows, ...log].some(({ text }) => String(text).includes('sesame'))).toBe(false)

  const moved = { ...http, types: ['domain' as const], uuid: analyzer.uuid, url: 'https://elsewhere.example/' }
  const refusal = await site.refusal(token, saveAnalyzer, { ...moved, revision: 1 })
  expect(refusal.errors).toHaveProperty('secret')
  expect((await site.refusal(token, testAnalyzer, moved)).errors).toHaveProperty('secret')
  const kept = await site.request(token, saveAnalyzer, {
    ...http,
    types: ['domain'],
    uuid: analyzer.uuid,
    revision: 1,
    name: 'Renamed',
  })
  expect(kept.analyzer).toMatchObject({ has_secret: true, name: 'Renamed', revision: 2 })
  expect((await site.refusal(org.members.ANALYST.token, deleteAnalyzer, { uuid: analyzer.uuid })).code).toBe(
    'ROLE_REQUIRED',
  )
  await site.request(token, deleteAnalyzer, { uuid: analyzer.uuid })
  expect((await site.request(token, listAnalyzers, {})).analyzers).toEqual([])
})

test.for([
  'http://10.0.0.1/',
  'https://localhost/',
  'ftp://a.example/',
  'https://{{value}}/',
  'https://u:p@a.example/',
])('[OBSERVABLE-38] the address %s is refused', async (url) => {
  const org = await site.organisation('Addresses')
  const refusal = await site.refusal(org.members.ADMIN.token, saveAnalyzer, { ...http, types: ['domain'], url })
  expect(refusal.errors).toHaveProperty('url')
})

test('[OBSERVABLE-38] [OBSERVABLE-39] MISP and Cortex are tested and asked', async () => {
  const org = await site.organisation('Services')
  const { ADMIN, ANALYST } = org.members
  const misp = { kind: 'misp', name: 'MISP', url: service, types: ['address'], secret: 'k1' } satisfies InputOf<
    typeof testAnalyzer
  >
  const bad = await site.request(ADMIN.token, testAnalyzer, misp)
  expect(bad).toMatchObject({ works: false, message: 'The service answered with the status 404.' })
  answers = { '/servers/getVersion': { version: '2.5.1' } }
  expect(await site.request(ADMIN.token, testAnalyzer, misp)).toMatchObject({
    works: true,
    message: 'MISP 2.5.1 answered.',
  })
  answers = {
    '/attributes/restSearch': {
      response: { Attribute: [{ category: 'Network', to_ids: true, Event: { info: 'C2' } }] },
    },
    '/api/analyzer': [{ id: 'abuse', name: 'Abuse' }],
    '/api/analyzer/Abuse/run': { id: 'job1' },
    '/api/job/job1/waitreport': {
      status: 'Success',
      report: { summary: { taxonomies: [{ level: 'suspicious', namespace: 'A', predicate: 'Score', value: 40 }] } },
    },
  }
  const cortex = { ...misp, kind: 'cortex', name: 'Cortex', options: { analyzer: 'Abuse' } } satisfies InputOf<
    typeof testAnalyzer
  >
  expect((await site.request(ADMIN.token, testAnalyzer, cortex)).works).toBe(true)
  const uuid = await add(org, 'address', '198.51.100.7', { tlp: 'CLEAR', pap: 'CLEAR' })
  for (const [settings, verdict, summary] of [
    [misp, 'malicious', '1 attributes of MISP have it.'],
    [cortex, 'suspicious', 'A Score: 40'],
  ] as const) {
    const { analyzer } = await site.request(ADMIN.token, saveAnalyzer, settings)
    const { result } = await site.request(ANALYST.token, analyzeObservable, { uuid, analyzer: analyzer.uuid })
    expect(result).toMatchObject({ verdict, summary })
  }
  expect(received.find(({ url }) => url === '/attributes/restSearch')).toMatchObject({ auth: 'k1' })
  expect(received.find(({ url }) => url === '/api/analyzer/Abuse/run')).toMatchObject({ auth: 'Bearer k1' })
  const sent = received.find(({ url }) => url === '/api/analyzer/Abuse/run')!.body
  expect(JSON.parse(sent)).toEqual({ data: '198.51.100.7', dataType: 'ip', tlp: 0, pap: 0 })
  expect(received.filter(({ body }) => body.includes('198.51.100.7'))).toHaveLength(2)
})
