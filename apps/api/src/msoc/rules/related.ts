import type { Org } from '@carapace/shared/core/owned'
import type { RuleText } from '@carapace/shared/msoc/rules/rule-set'
import { parseSigma } from '@carapace/shared/msoc/sigma/parse'
import type { Database, Tx } from '../../core/db.ts'
import { textsNamed, type TextChoice } from './texts.queries.ts'

/** Correlations of correlations are followed this many steps. */
const mostSteps = 20
/** A rule refers to at most this many others, over all steps. */
const mostRelated = 1_000

/** Returns the ids and names by which a text refers to rules that it does not have itself. */
export function referencesOf(text: string): string[] {
  const { documents } = parseSigma(text)
  const own = new Set(documents.flatMap(({ id, name }) => [id, name]))
  const references = documents.flatMap((document) => (document.kind === 'detection' ? [] : document.rules))
  return [...new Set(references.map(({ rule }) => rule))].filter((rule) => !own.has(rule))
}

/**
 * Returns the rules of the organisation to which texts refer, and those to which these refer (rule RULE-36).
 *
 * @param except rules whose texts are given, so that they are not read
 */
export async function relatedTexts(
  db: Database | Tx,
  org: Org,
  texts: readonly string[],
  choice: TextChoice,
  except: readonly string[] = [],
): Promise<RuleText[]> {
  const found: RuleText[] = []
  const sought = new Set<string>()
  let next = texts
  for (let step = 0; step < mostSteps && found.length < mostRelated; step++) {
    const names = [...new Set(next.flatMap(referencesOf))].filter((name) => !sought.has(name))
    if (names.length === 0) break
    for (const name of names) sought.add(name)
    const rows = await textsNamed(db, org, choice, names, [...except, ...found.map(({ uuid }) => uuid)])
    found.push(...rows.map(({ uuid, version, text }) => ({ uuid, version, text })))
    next = rows.map(({ text }) => text)
  }
  return found
}
