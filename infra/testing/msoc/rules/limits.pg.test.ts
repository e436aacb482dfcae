import { afterAll, expect, test } from 'vitest'
import { connect } from '@carapace/api/src/core/db.ts'
import { zipOf } from '@carapace/api/src/core/documents/zip-writer.ts'
import type { Caller } from '@carapace/api/src/core/http/caller.ts'
import { createTrials } from '@carapace/api/src/msoc/rules/try.ts'
import { getRule, importRules, saveRule } from '@carapace/shared/msoc/rules/rules.contract'

import { type Organisation, startInstallation } from '../../support/installation.ts'
import { lineRule } from './texts.ts'

const site = await startInstallation()
const connection = connect(site.url)
afterAll(() => connection.close())
const mebibyte = 1024 * 1024

/** Adds drafts to an organisation's rules until it has a number of them. */
async function fill({ org }: Organisation, count: number) {
  await site.sql`INSERT INTO rules (org_uuid, kind, title, severity, tags, state)
    SELECT ${org.uuid}, 'detection', 'Rule ' || n, 2, '{}', 'DRAFT' FROM generate_series(1, ${count}::int) n`
}

async function zip(files: Readonly<Record<string, string>>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  const entries = Object.entries(files).map(([name, text]) => ({ name, content: () => [text] }))
  for await (const piece of zipOf(entries)) pieces.push(piece)
  return new Uint8Array(Buffer.concat(pieces))
}

const bring = ({ members }: Organisation, bytes: string | Uint8Array<ArrayBuffer>) =>
  site.upload(members.ANALYST.token, importRules.path, { name: 'rules' }, bytes)

test('[RULE-41] an organisation has at most 5,000 rules, however they come', async () => {
  const full = await site.organisation('Full')
  const { token } = full.members.ANALYST
  await fill(full, 4_999)
  const { rule } = await site.request(token, saveRule, { text: lineRule('The last', 'x') })
  expect(await site.refusal(token, saveRule, { text: lineRule('One more', 'x') })).toMatchObject({
    code: 'RULE_REFUSED',
    message: 'There are 5,000 rules already.',
  })
  const { body } = await bring(full, lineRule('One more', 'x'))
  expect(body).toMatchObject({ created: 0, refused: [expect.stringContaining('there are 5,000 rules already')] })
  // a version is no further rule
  const changed = { uuid: rule.uuid, revision: rule.revision, text: lineRule('The last, changed', 'x') }
  expect((await site.request(token, saveRule, changed)).rule.version).toBe(2)
})

test('[RULE-41] the newest 1,000 versions of a rule are kept, and the one that runs', async () => {
  const { members } = await site.organisation('Versions')
  const { token } = members.ANALYST
  const { rule } = await site.request(token, saveRule, { text: lineRule('Often changed', 'x') })
  await site.sql`INSERT INTO rule_versions (org_uuid, rule_uuid, version, text, author)
    SELECT org_uuid, uuid, n, 'title: x', 'A test' FROM rules, generate_series(2, 1003) n WHERE uuid = ${rule.uuid}`
  await site.sql`UPDATE rules SET version = 1003, state = 'ENABLED', enabled_version = 2 WHERE uuid = ${rule.uuid}`
  const { revision } = (await site.request(token, getRule, { uuid: rule.uuid })).rule
  const text = lineRule('Often changed', 'y')
  expect((await site.request(token, saveRule, { uuid: rule.uuid, revision, text })).rule.version).toBe(1_004)
  const kept = await site.sql`SELECT version FROM rule_versions WHERE rule_uuid = ${rule.uuid} ORDER BY version`
  expect(kept.map(({ version }) => version as number)).toEqual([2, ...Array.from({ length: 1_000 }, (_, i) => i + 5)])
})

test('[RULE-44] an import has at most 5,000 rules, 1 MiB a file, and 64 MiB when unpacked', async () => {
  const alpha = await site.organisation('Imports')
  const many = Array.from({ length: 5_001 }, (_, n) => `title: ${n}\n`).join('---\n')
  expect((await bring(alpha, many)).body).toMatchObject({
    code: 'INVALID_INPUT',
    message: 'An import has at most 5,000 rules.',
  })
  const large = `# ${'x'.repeat(mebibyte)}\n`
  expect((await bring(alpha, await zip({ 'large.yml': large }))).body.code).toBe('INVALID_INPUT')
  const rule = (n: number) => `${lineRule(`Rule ${n}`, 'x')}# ${'x'.repeat(mebibyte - 1_000)}\n`
  const files = Object.fromEntries(Array.from({ length: 66 }, (_, n) => [`${n}.yml`, rule(n)]))
  expect((await bring(alpha, await zip(files))).body.code).toBe('INVALID_INPUT')
  const body = new Uint8Array(16 * mebibyte + 1)
  expect((await bring(alpha, body)).status).toBe(413)
})

test('[RULE-47] a try ends at its limits and states it; an organisation has two at a time', async () => {
  const alpha = await site.organisation('Tries')
  const { ANALYST: analyst } = alpha.members
  const ts = Date.now() - 1_800_000
  const line = (n: number) => ({ type: 'syslog', vehicle: 'VIN1', ts: ts + n * 600_000, message: 'a word' })
  await site.post(alpha.key, [line(0), line(1), line(2)])
  const caller: Caller = {
    org: alpha.org,
    user: { uuid: analyst.uuid, name: 'x', email: analyst.email, role: 'ANALYST' },
    licence: { active: true, until: null, modules: ['MSOC'] },
    tokenHash: new Uint8Array(),
    address: '',
  }
  const input = { text: lineRule('Words', 'word'), on: { kind: 'last-hour' } } as const
  const run = (limits: { events: number; ms: number }) => createTrials(connection.db, limits)(caller, input)
  expect(await run({ events: 200_000, ms: 60_000 })).toMatchObject({ hits: 3, complete: true })
  expect(await run({ events: 1, ms: 60_000 })).toMatchObject({ hits: 1, complete: false })
  expect(await run({ events: 200_000, ms: 0 })).toMatchObject({ hits: 0, complete: false })

  const tried = createTrials(connection.db)
  const both = [tried(caller, input), tried(caller, input)]
  await expect(tried(caller, input)).rejects.toMatchObject({ code: 'TOO_MANY' })
  expect((await Promise.all(both)).map(({ hits }) => hits)).toEqual([3, 3])
  expect((await tried(caller, input)).hits).toBe(3)
})
