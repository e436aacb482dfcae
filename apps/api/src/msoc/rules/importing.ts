import { setImmediate } from 'node:timers/promises'
import { checkText } from '@carapace/shared/msoc/rules/check-rule'
import type { RuleText } from '@carapace/shared/msoc/rules/rule-set'
import { mostRules } from '@carapace/shared/msoc/rules/rules'
import { longestRule } from '@carapace/shared/msoc/rules/rules.contract'
import { parseSigma } from '@carapace/shared/msoc/sigma/parse'
import type { Caller } from '../../core/http/caller.ts'
import type { Tx } from '../../core/db.ts'
import type { ImportedText } from './import-texts.ts'
import { referencesOf, relatedTexts } from './related.ts'
import { addRule, addVersion, type GoodText, reasonsAgainst, takenBy } from './saving.ts'
import { newestTexts } from './texts.queries.ts'
import { lockRules, rulesWithIds } from './writes.queries.ts'

const refusedNamed = 100

export interface Imported {
  created: number
  updated: number
  unchanged: number
  refused: string[]
}

/** Stores rules as drafts; one whose id a rule has is a new version of it (rule RULE-43). */
export async function storeImported(tx: Tx, caller: Caller, texts: readonly ImportedText[]): Promise<Imported> {
  const { org } = caller
  let left = mostRules - (await lockRules(tx, org))
  const result: Imported = { created: 0, updated: 0, unchanged: 0, refused: [] }
  const refuse = ({ file, line }: ImportedText, reason: string) => {
    if (result.refused.length < refusedNamed) result.refused.push(`${file}, rule on line ${line}: ${reason}`)
  }
  const byName = new Map(texts.flatMap((one) => namesOf(one.text).map((name) => [name, one] as const)))
  const from = { origin: 'import', note: '' } as const

  for (const [i, one] of texts.entries()) {
    // other calls are answered in between
    if (i % 20 === 0) await setImmediate()
    if (one.text.length > longestRule) {
      refuse(one, `it is longer than ${longestRule.toLocaleString('en')} characters.`)
      continue
    }
    const checked = checkText(one.text, await othersOf(tx, caller, one, byName))
    const reasons = reasonsAgainst(checked)
    if (reasons.length > 0) {
      refuse(one, reasons[0]!)
      continue
    }
    const [known] = checked.id === undefined ? [] : await rulesWithIds(tx, org, [checked.id])
    const taken = await takenBy(tx, org, checked, known?.uuid)
    if (taken !== undefined) refuse(one, taken)
    else if (known) {
      const [newest] = await newestTexts(tx, org, [known.uuid])
      if (newest?.text === one.text) result.unchanged += 1
      else {
        await addVersion(tx, caller, known, one.text, checked as GoodText, { ...from, note: `Imported: ${one.file}` })
        result.updated += 1
      }
    } else if (left === 0) refuse(one, `there are ${mostRules.toLocaleString('en')} rules already.`)
    else {
      await addRule(tx, caller, one.text, checked as GoodText, { ...from, note: `Imported: ${one.file}` })
      result.created += 1
      left -= 1
    }
  }
  return result
}

function namesOf(text: string): string[] {
  return parseSigma(text).documents.flatMap(({ id, name }) => [id, name].filter((one) => one !== undefined))
}

/** The rules to which a text refers: of the import first, then of the organisation. */
async function othersOf(
  tx: Tx,
  { org }: Caller,
  one: ImportedText,
  byName: ReadonlyMap<string, ImportedText>,
): Promise<RuleText[]> {
  const among = new Set<ImportedText>()
  const next = [one]
  for (let text = next.pop(); text !== undefined; text = next.pop())
    for (const reference of referencesOf(text.text)) {
      const found = byName.get(reference)
      if (found === undefined || found === one || among.has(found)) continue
      among.add(found)
      next.push(found)
    }
  const names = new Set([...among].flatMap(({ text }) => namesOf(text)))
  const stored = await relatedTexts(tx, org, [one.text, ...[...among].map(({ text }) => text)], 'newest')
  return [
    ...[...among].map(({ text }, i) => ({ uuid: `import ${i}`, version: 1, text })),
    ...stored.filter(({ text }) => !namesOf(text).some((name) => names.has(name))),
  ]
}
