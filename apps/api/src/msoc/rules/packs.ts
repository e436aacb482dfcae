import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { checkText } from '@carapace/shared/msoc/rules/check-rule'
import { mostRules } from '@carapace/shared/msoc/rules/rules'
import { packs } from '@carapace/shared/msoc/rules/packs/packs'
import type { RulePack } from '@carapace/shared/msoc/rules/rules.contract'
import type { z } from 'zod'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { referencesOf } from './related.ts'
import { addRule, addVersion, type GoodText } from './saving.ts'
import { lockRules, packCounts, rulesWithIds } from './writes.queries.ts'

/** The packs that come with the product, and how many of their rules the organisation has. */
export async function packsFor(db: Database, org: Org): Promise<z.infer<typeof RulePack>[]> {
  const counts = await packCounts(db, org)
  return packs.map(({ name, version, description, texts }) => {
    const mine = counts.filter((count) => count.pack === name)
    return {
      name,
      version,
      description,
      rules: texts.length,
      installed: mine.reduce((sum, count) => sum + count.rules, 0),
      outdated: mine.filter((count) => count.version !== version).reduce((sum, count) => sum + count.rules, 0),
    }
  })
}

/** Stores the rules of a pack as drafts, or as new versions of rules that nobody changed here (rule RULE-54). */
export async function storePack(tx: Tx, caller: Caller, name: string) {
  const pack = packs.find((one) => one.name === name)
  if (!pack) throw new Failure('NOT_FOUND')
  const { version, texts } = pack
  const from = { origin: 'pack', note: `${name} ${version}`, pack: name, packVersion: version } as const
  let rules = await lockRules(tx, caller.org)
  const others = texts.map((text, i) => ({ uuid: `pack ${i}`, version: 1, text }))
  const result = { created: 0, updated: 0, kept: 0 }
  for (const [i, text] of texts.entries()) {
    const related = referencesOf(text).length === 0 ? [] : others.filter((_, other) => other !== i)
    const checked = checkText(text, related) as GoodText
    const [known] = await rulesWithIds(tx, caller.org, [checked.id!])
    if (!known) {
      if (rules >= mostRules)
        throw new Failure('RULE_REFUSED', { message: `There are ${mostRules.toLocaleString('en')} rules already.` })
      await addRule(tx, caller, text, checked, from)
      result.created += 1
      rules += 1
    } else if (known.origin === 'pack' && known.pack === name && known.packVersion !== version) {
      await addVersion(tx, caller, known, text, checked, from)
      result.updated += 1
    } else result.kept += 1
  }
  return result
}
