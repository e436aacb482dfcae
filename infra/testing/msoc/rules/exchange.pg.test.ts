import { describe, expect, test } from 'vitest'
import { zipOf } from '@carapace/api/src/core/documents/zip-writer.ts'
import { packs } from '@carapace/shared/msoc/rules/packs/packs'
import {
  exportRules,
  getRule,
  importRules,
  installPack,
  listPacks,
  listRules,
  saveRule,
} from '@carapace/shared/msoc/rules/rules.contract'

import { startInstallation } from '../../support/installation.ts'
import { countRule, lineRule } from './texts.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Bravo')
const { ANALYST: analyst, VIEWER: viewer } = alpha.members

async function zip(files: Readonly<Record<string, string>>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  const entries = Object.entries(files).map(([name, text]) => ({ name, content: () => [text] }))
  for await (const piece of zipOf(entries)) pieces.push(piece)
  return new Uint8Array(Buffer.concat(pieces))
}

const bring = async (bytes: string | Uint8Array<ArrayBuffer>, { token } = analyst, name = 'rules') =>
  (await site.upload(token, importRules.path, { name }, bytes)).body
const id = (last: number) => `id: 00000000-0000-4000-8000-${String(last).padStart(12, '0')}\n`
const titles = async ({ token } = viewer) =>
  (await site.request(token, listRules, { limit: 500 })).rules.map(({ title }) => title).sort()

describe('import', () => {
  test('[RULE-43] each document of a file is a rule; refused ones are named with their place', async () => {
    const text = [
      lineRule('First', 'x', id(1)),
      '# only a comment\n',
      'title: Broken\nlogsource:\n    category: process_creation\ndetection:\n    a:\n        b: c\n    condition: a\n',
      lineRule('Second', 'x', id(2)),
    ].join('---\n')
    const result = await bring(text, analyst, 'some.yml')
    expect(result).toMatchObject({ success: true, created: 2, updated: 0, unchanged: 0 })
    const line = text.split('\n').indexOf('title: Broken') + 1
    expect(result.refused).toEqual([
      expect.stringMatching(new RegExp(`^some.yml, rule on line ${line}: Line \\d+, column \\d+: .*process_creation`)),
    ])
    expect(await titles()).toEqual(['First', 'Second'])
  })

  test('[RULE-43] a known id is a new version if the text differs; references are found in the import', async () => {
    const files = {
      'a/first.yml': lineRule('First', 'x', id(1)),
      'a/second.yaml': lineRule('Second, changed', 'x', id(2)),
      'count.yml': countRule('Counts the third', 'third', 3),
      'third.yml': lineRule('Third', 'x', `${id(3)}name: third\n`),
      'readme.md': 'no rule',
    }
    expect(await bring(await zip(files))).toEqual({ success: true, created: 2, updated: 1, unchanged: 1, refused: [] })
    const { rules } = await site.request(viewer.token, listRules, { q: 'changed' })
    expect(rules[0]).toMatchObject({ version: 2, state: 'DRAFT', origin: 'import' })
    expect(await bring(files['third.yml'])).toMatchObject({ unchanged: 1 })
  })

  test('[RULE-43] a correlation with the rules that feed it is one rule', async () => {
    const text = `${lineRule('Feeds', 'x', 'name: feeds\n')}---\n${countRule('Together', 'feeds', 2)}`
    expect(await bring(text)).toMatchObject({ created: 1, refused: [] })
    const { rules } = await site.request(viewer.token, listRules, { q: 'Together' })
    expect(rules[0]).toMatchObject({ kind: 'correlation', title: 'Together' })
    const { versions } = await site.request(viewer.token, getRule, { uuid: rules[0]!.uuid })
    expect(versions[0]!.text).toBe(text)
  })

  test('[RULE-44] a broken zip, a text of another encoding, and a file without rules are refused', async () => {
    expect((await bring('PK nothing')).code).toBe('INVALID_INPUT')
    expect((await bring(Uint8Array.of(0xff, 0xfe, 0x00))).code).toBe('INVALID_INPUT')
    expect((await bring(await zip({ 'a.txt': 'x' }))).code).toBe('INVALID_INPUT')
    expect((await bring(lineRule('x', 'x'), viewer)).code).toBe('ROLE_REQUIRED')
  })
})

test('[RULE-55] an export brings the rules to another organisation', async () => {
  const { bytes } = await exported({})
  expect(await bring(bytes, bravo.members.ANALYST)).toMatchObject({ created: (await titles()).length, refused: [] })
  expect(await titles(bravo.members.VIEWER)).toEqual(await titles())
  const { rules } = await site.request(bravo.members.VIEWER.token, listRules, {})
  const theirs = await site.call(analyst.token, exportRules.path, { uuids: [rules[0]!.uuid] })
  expect(theirs.status).toBe(404)
})

async function exported(input: object) {
  const response = await fetch(`${site.apiUrl}${exportRules.path}`, {
    method: 'POST',
    headers: { 'access-token': viewer.token, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  expect(response.status).toBe(200)
  return { bytes: new Uint8Array(await response.arrayBuffer()) }
}

describe('packs', () => {
  test('[RULE-54] are installed as drafts, once', async () => {
    const [pack] = packs
    const before = await site.request(viewer.token, listPacks, {})
    expect(before.packs[0]).toMatchObject({ name: pack!.name, rules: pack!.texts.length, installed: 0 })
    const first = await site.request(analyst.token, installPack, { name: pack!.name })
    expect(first).toMatchObject({ created: pack!.texts.length, updated: 0, kept: 0 })
    const again = await site.request(analyst.token, installPack, { name: pack!.name })
    expect(again).toMatchObject({ created: 0, updated: 0, kept: pack!.texts.length })
    const after = await site.request(viewer.token, listPacks, {})
    expect(after.packs[0]).toMatchObject({ installed: pack!.texts.length, outdated: 0 })
    const { rules } = await site.request(viewer.token, listRules, { pack: pack!.name, limit: 500 })
    expect(new Set(rules.map(({ state, origin }) => `${state} ${origin}`))).toEqual(new Set(['DRAFT pack']))
  })

  test('[RULE-54] of an older version are updated, except the rules that somebody changed', async () => {
    const [pack] = packs
    await site.sql`UPDATE rules SET pack_version = '0.1' WHERE org_uuid = ${alpha.org.uuid} AND pack = ${pack!.name}`
    const { rules } = await site.request(viewer.token, listRules, { pack: pack!.name })
    const { uuid, revision } = rules[0]!
    const { versions } = await site.request(viewer.token, getRule, { uuid })
    await site.request(analyst.token, saveRule, { uuid, revision, text: `${versions[0]!.text}# changed here\n` })
    const result = await site.request(analyst.token, installPack, { name: pack!.name })
    expect(result).toMatchObject({ created: 0, updated: pack!.texts.length - 1, kept: 1 })
    expect((await site.refusal(analyst.token, installPack, { name: 'no such pack' })).code).toBe('NOT_FOUND')
  })
})
