import { describe, expect, test } from 'vitest'
import { msocPersonalData } from '@carapace/api/src/msoc/personal-data.queries.ts'
import {
  approveRule,
  checkRule,
  deleteRule,
  getRule,
  listRules,
  saveRule,
  setRuleSettings,
  setRuleState,
} from '@carapace/shared/msoc/rules/rules.contract'

import { startInstallation } from '../../support/installation.ts'
import { countRule, lineRule, tested } from './texts.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Bravo')
const { ADMIN: admin, ANALYST: analyst, VIEWER: viewer } = alpha.members
const other = bravo.members.ADMIN

const save = async (text: string, more: object = {}, token = analyst.token) =>
  (await site.request(token, saveRule, { text, ...more })).rule
const setState = (uuids: string[], enabled: boolean, more: object = {}) =>
  site.request(analyst.token, setRuleState, { uuids, enabled, ...more })
const runningRevision = async () =>
  (await site.sql<{ revision: string }[]>`SELECT revision FROM rule_settings WHERE org_uuid = ${alpha.org.uuid}`)[0]
    ?.revision

describe('writing', () => {
  test('[RULE-32] a text with a fault is refused with its place, and stored is nothing', async () => {
    const body = await site.refusal(analyst.token, saveRule, { text: lineRule('Broken', 'x', 'status: broken\n') })
    expect(body).toMatchObject({ code: 'INVALID_INPUT', errors: { text: expect.stringContaining('Line ') } })
    expect((await site.request(viewer.token, listRules, { q: 'Broken' })).total).toBe(0)
  })

  test('[RULE-32] a text whose own test fails is refused, and one whose test passes is stored', async () => {
    const body = await site.refusal(analyst.token, saveRule, { text: tested(lineRule('Tested', 'alpha'), 'beta') })
    expect(body.errors.text).toMatch(/^Line \d+: the test "finds beta" failed/)
    const rule = await save(tested(lineRule('Tested', 'alpha'), 'alpha'), { note: 'first' })
    expect(rule).toMatchObject({
      title: 'Tested',
      kind: 'detection',
      severity: 'high',
      service: 'syslog',
      tags: ['attack.t1110'],
      state: 'DRAFT',
      version: 1,
      enabled_version: null,
      origin: 'own',
    })
    const check = await site.request(viewer.token, checkRule, { text: tested(lineRule('Tested', 'alpha'), 'beta') })
    expect(check).toMatchObject({ kind: 'detection', title: 'Tested', faults: [], tests: [{ passed: false }] })
  })

  test('[RULE-33] [RULE-35] a new version needs the revision, and does not run before it is enabled', async () => {
    const rule = await save(lineRule('Versions', 'one'))
    await setState([rule.uuid], true)
    const stale = await site.refusal(analyst.token, saveRule, {
      uuid: rule.uuid,
      revision: rule.revision,
      text: lineRule('Versions', 'two'),
    })
    expect(stale.code).toBe('ROW_CHANGED')
    expect((await site.refusal(analyst.token, saveRule, { uuid: rule.uuid, text: lineRule('V', 'x') })).code).toBe(
      'ROW_CHANGED',
    )
    const saved = await save(lineRule('Versions 2', 'two'), { uuid: rule.uuid, revision: rule.revision + 1 })
    expect(saved).toMatchObject({ title: 'Versions 2', version: 2, enabled_version: 1, state: 'ENABLED' })
    const { versions } = await site.request(viewer.token, getRule, { uuid: rule.uuid })
    expect(versions.map(({ version, text, author }) => [version, text, author])).toEqual([
      [2, lineRule('Versions 2', 'two'), expect.any(String)],
      [1, lineRule('Versions', 'one'), expect.any(String)],
    ])
  })

  test('[RULE-34] two rules cannot have one id or name', async () => {
    await save(lineRule('Named', 'x', 'name: taken_name\n'))
    const body = await site.refusal(analyst.token, saveRule, { text: lineRule('Other', 'x', 'name: taken_name\n') })
    expect(body.errors.text).toContain('The rule "Named" has this id or name already.')
    // of another organisation it is no matter
    await save(lineRule('Theirs', 'x', 'name: taken_name\n'), {}, other.token)
  })

  test('[RULE-36] a correlation finds the rules to which it refers among those of the organisation', async () => {
    await save(lineRule('Base', 'x', 'name: base_of_count\n'))
    expect((await save(countRule('Count', 'base_of_count', 3))).kind).toBe('correlation')
    const missing = await site.refusal(analyst.token, saveRule, { text: countRule('Count', 'no_such_rule', 3) })
    expect(missing.errors.text).toContain('no_such_rule')
    const theirs = await site.refusal(other.token, saveRule, { text: countRule('Count', 'base_of_count', 3) })
    expect(theirs.errors.text).toContain('base_of_count')
  })

  test('[RULE-42] every write is in the audit log', async () => {
    const rule = await save(lineRule('Audited', 'x'))
    await setState([rule.uuid], true)
    await setState([rule.uuid], false)
    await site.request(analyst.token, deleteRule, { uuid: rule.uuid })
    const rows = await site.sql<
      { action: string }[]
    >`SELECT action FROM audit_log WHERE subject_uuid = ${rule.uuid} ORDER BY id`
    expect(rows.map(({ action }) => action)).toEqual(['create rule', 'enable rule', 'disable rule', 'delete rule'])
  })
})

describe('running', () => {
  test('[RULE-37] [RULE-38] what refers to a rule runs only with it; changes are announced', async () => {
    const base = await save(lineRule('Fed', 'x', 'name: fed_rule\n'))
    const count = await save(countRule('Feeds', 'fed_rule', 3))
    const before = await runningRevision()
    const alone = await setState([count.uuid], true)
    expect(alone.refused).toEqual([expect.stringMatching(/^Feeds: .*fed_rule/)])
    expect(alone.rules[0]!.state).toBe('DRAFT')
    expect(await runningRevision()).toBe(before)

    const both = await setState([count.uuid, base.uuid], true)
    expect(both.refused).toEqual([])
    expect(both.rules.map(({ state, enabled_version: version }) => [state, version])).toEqual([
      ['ENABLED', 1],
      ['ENABLED', 1],
    ])
    expect(Number(await runningRevision())).toBe(Number(before ?? 0) + 1)

    const needed = await setState([base.uuid], false)
    expect(needed.refused).toEqual(['Fed: the rule "Feeds", which runs, refers to it.'])
    expect((await setState([base.uuid, count.uuid], false)).rules.map(({ state }) => state)).toEqual([
      'DISABLED',
      'DISABLED',
    ])
    // nothing changes any more
    const revision = await runningRevision()
    await setState([base.uuid], false)
    expect(await runningRevision()).toBe(revision)
  })

  test('[RULE-37] an older version can be enabled, one that does not exist cannot', async () => {
    const rule = await save(lineRule('Older', 'one'))
    await save(lineRule('Older', 'two'), { uuid: rule.uuid, revision: rule.revision })
    expect((await setState([rule.uuid], true)).rules[0]!.enabled_version).toBe(2)
    expect((await setState([rule.uuid], true, { version: 1 })).rules[0]!.enabled_version).toBe(1)
    expect((await setState([rule.uuid], true, { version: 3 })).refused).toEqual(['Older: there is no version 3.'])
  })

  test('[RULE-39] with four eyes a version needs the approval of a member who did not write it', async () => {
    const rule = await save(lineRule('Approved', 'x'))
    const roles = await site.refusal(analyst.token, setRuleSettings, { four_eyes: true })
    expect(roles.code).toBe('ROLE_REQUIRED')
    await site.request(admin.token, setRuleSettings, { four_eyes: true })
    expect((await setState([rule.uuid], true)).refused).toEqual([
      'Approved: another member must approve version 1 first.',
    ])
    const own = await site.refusal(analyst.token, approveRule, { uuid: rule.uuid, version: 1 })
    expect(own.message).toContain('another member')
    await site.request(admin.token, approveRule, { uuid: rule.uuid, version: 1 })
    const twice = await site.refusal(admin.token, approveRule, { uuid: rule.uuid, version: 1 })
    expect(twice.code).toBe('RULE_REFUSED')
    expect((await setState([rule.uuid], true)).refused).toEqual([])
    const { versions, four_eyes: fourEyes } = await site.request(viewer.token, getRule, { uuid: rule.uuid })
    expect(versions[0]).toMatchObject({ approved_by: expect.any(String), approved_at: expect.any(String) })
    expect(fourEyes).toBe(true)
    await site.request(admin.token, setRuleSettings, { four_eyes: false })
  })

  test('[RULE-40] a rule that runs is not deleted, and its alerts stay when it is', async () => {
    const rule = await save(lineRule('Deleted', 'x'))
    await setState([rule.uuid], true)
    const body = await site.refusal(analyst.token, deleteRule, { uuid: rule.uuid })
    expect(body.message).toContain('disable it first')
    await setState([rule.uuid], false)
    await site.request(analyst.token, deleteRule, { uuid: rule.uuid })
    expect((await site.refusal(viewer.token, getRule, { uuid: rule.uuid })).code).toBe('NOT_FOUND')
  })
})

test('[RULE-57] an erased author is no longer named, and exports count the versions', async () => {
  const person = { uuid: analyst.uuid, email: analyst.email, names: [] }
  const mine = await msocPersonalData.exportData(site.db, alpha.org, person)
  const [stored] = await site.sql<{ versions: number }[]>`
    SELECT count(*)::int AS versions FROM rule_versions WHERE author_uuid = ${analyst.uuid}`
  expect(mine.versions_of_rules).toBe(stored!.versions)
  const [{ author }] = await site.sql<[{ author: string }]>`
    SELECT author FROM rule_versions WHERE author_uuid = ${admin.uuid} UNION ALL
    SELECT approved_by FROM rule_versions WHERE approved_by IS NOT NULL LIMIT 1`
  await site.db.transaction((tx) =>
    msocPersonalData.forget(tx, alpha.org, { uuid: admin.uuid, email: admin.email, names: [author] }),
  )
  const left = await site.sql`SELECT 1 FROM rule_versions WHERE author = ${author} OR approved_by = ${author}`
  expect(left).toHaveLength(0)
})

describe('lists', () => {
  test('[RULE-30] [RULE-31] loads are summed over processes that report, alerts counted by resolution', async () => {
    const rule = await save(lineRule('Loaded', 'x'))
    for (const [process, ageS] of [
      ['one', 0],
      ['two', 1],
      ['gone', 60],
    ] as const)
      await site.sql`INSERT INTO rule_loads (org_uuid, rule_uuid, process, at, version, hits, last_hit, groups, entries,
          evicted, microseconds_per_event)
        VALUES (${alpha.org.uuid}, ${rule.uuid}, ${process}, now() - ${ageS} * interval '1 second',
          1, 5, now(), 2, 3, 1, 4)`
    for (const resolution of [null, 'FALSE_POSITIVE', 'TRUE_POSITIVE_WITH_IMPACT', 'UNKNOWN'])
      await site.sql`INSERT INTO alerts (org_uuid, title, severity, source, rule, rule_uuid, dedup_key, count,
          first_seen, last_seen, status, resolution)
        VALUES (${alpha.org.uuid}, 'x', 2, 'rule', 'Loaded', ${rule.uuid}, ${`k${resolution}`}, 1, now(), now(),
          ${resolution === null ? 'NEW' : 'CLOSED'}, ${resolution})`
    const { rules } = await site.request(viewer.token, listRules, { q: 'loaded' })
    expect(rules).toEqual([
      expect.objectContaining({
        hits: 10,
        groups: 4,
        entries: 6,
        evicted: 2,
        microseconds_per_event: 4,
        last_hit: expect.any(String),
        alerts: 4,
        false_positives: 1,
        true_positives: 1,
        fault: null,
      }),
    ])
  })

  test('[RULE-31] pages follow each other, the latest changed first; filters narrow them', async () => {
    const titles = ['Page a', 'Page b', 'Page c']
    for (const title of titles) await save(lineRule(title, 'x'))
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await site.request(viewer.token, listRules, { q: 'Page ', limit: 2, ...(cursor && { cursor }) })
      expect(page.total).toBe(3)
      seen.push(...page.rules.map(({ title }) => title))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(titles.toReversed())
    const found = async (input: object) =>
      (await site.request(viewer.token, listRules, { q: 'Page a', ...input })).total
    expect(await found({ state: 'DRAFT', severity: 'high', service: 'syslog', tag: 'attack.t1110' })).toBe(1)
    expect(await found({ state: 'ENABLED' })).toBe(0)
    expect(await found({ severity: 'low' })).toBe(0)
    expect(await found({ service: 'can' })).toBe(0)
    expect(await found({ tag: 'attack.t1' })).toBe(0)
    expect(await found({ pack: 'x' })).toBe(0)
    expect((await site.refusal(viewer.token, listRules, { cursor: 'x' })).code).toBe('INVALID_INPUT')
  })

  test('another organisation sees and changes nothing', async () => {
    const rule = await save(lineRule('Ours', 'x', 'name: ours_only\n'))
    expect((await site.request(other.token, listRules, { q: 'Ours' })).total).toBe(0)
    expect((await site.refusal(other.token, getRule, { uuid: rule.uuid })).code).toBe('NOT_FOUND')
    const denied = await site.refusal(other.token, setRuleState, { uuids: [rule.uuid], enabled: true })
    expect(denied.code).toBe('NOT_FOUND')
    const viewing = await site.refusal(viewer.token, saveRule, { text: lineRule('No', 'x') })
    expect(viewing.code).toBe('ROLE_REQUIRED')
  })
})
