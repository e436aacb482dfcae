import { and, eq, inArray, ne, notInArray, or, type SQL } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { mostRules } from '@carapace/shared/msoc/rules/rules'
import { rules, ruleVersions } from '@carapace/shared/msoc/rules/rules.table'
import type { Database, Tx } from '../../core/db.ts'

/** The text of a rule: of its newest version, or of the one that runs. */
export type TextChoice = 'newest' | 'enabled'

export interface NamedText {
  readonly uuid: string
  readonly title: string
  readonly version: number
  readonly text: string
}

function textsWhere(db: Database | Tx, choice: TextChoice, where: SQL): Promise<NamedText[]> {
  const version = choice === 'newest' ? rules.version : rules.enabledVersion
  return db
    .select({ uuid: rules.uuid, title: rules.title, version: ruleVersions.version, text: ruleVersions.text })
    .from(rules)
    .innerJoin(ruleVersions, and(eq(ruleVersions.ruleUuid, rules.uuid), eq(ruleVersions.version, version)))
    .where(where)
    .orderBy(rules.createdAt, rules.uuid)
    .limit(mostRules)
}

/** The rules whose texts give themselves one of these ids or names, except those that are known already. */
export async function textsNamed(
  db: Database | Tx,
  org: Org,
  choice: TextChoice,
  names: readonly string[],
  except: readonly string[],
): Promise<NamedText[]> {
  const named = or(inArray(rules.sigmaId, [...names]), inArray(rules.sigmaName, [...names]))
  return textsWhere(
    db,
    choice,
    ownedBy(org, rules, named, except.length > 0 ? notInArray(rules.uuid, [...except]) : undefined),
  )
}

/** The running correlations and filters: the rules that refer to others. */
export async function runningReferrers(db: Database | Tx, org: Org): Promise<NamedText[]> {
  return textsWhere(db, 'enabled', ownedBy(org, rules, ne(rules.kind, 'detection')))
}

/** The newest texts of rules; of all rules of the organisation if none are named. */
export async function newestTexts(db: Database | Tx, org: Org, uuids?: readonly string[]): Promise<NamedText[]> {
  return textsWhere(db, 'newest', ownedBy(org, rules, uuids && inArray(rules.uuid, [...uuids])))
}

/** The title of another rule that gives itself this id or name; undefined if there is none (rule RULE-34). */
export async function ruleCalled(
  db: Database | Tx,
  org: Org,
  names: readonly string[],
  except: string | undefined,
): Promise<string | undefined> {
  if (names.length === 0) return undefined
  const [row] = await db
    .select({ title: rules.title })
    .from(rules)
    .where(
      ownedBy(
        org,
        rules,
        or(inArray(rules.sigmaId, [...names]), inArray(rules.sigmaName, [...names])),
        except === undefined ? undefined : ne(rules.uuid, except),
      ),
    )
    .limit(1)
  return row?.title
}

/** The version of a rule that runs, with its text, both null if none does; undefined without such a rule. */
export async function runningText(db: Database | Tx, org: Org, uuid: string) {
  const [row] = await db
    .select({ version: rules.enabledVersion, text: ruleVersions.text })
    .from(rules)
    .leftJoin(ruleVersions, and(eq(ruleVersions.ruleUuid, rules.uuid), eq(ruleVersions.version, rules.enabledVersion)))
    .where(ownedBy(org, rules, eq(rules.uuid, uuid)))
  return row
}

/** The running filters. */
export async function runningFilters(db: Database | Tx, org: Org): Promise<NamedText[]> {
  return textsWhere(db, 'enabled', ownedBy(org, rules, eq(rules.kind, 'filter')))
}
