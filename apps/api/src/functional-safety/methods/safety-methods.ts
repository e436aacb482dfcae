import type { Org } from '@carapace/shared/core/owned'
import {
  type GuidewordMethod,
  shippedGuidewords,
  whyNotGuidewords,
} from '@carapace/shared/functional-safety/guidewords'
import type { SafetyMethodKind } from '@carapace/shared/functional-safety/method-kinds'
import {
  shippedSituations,
  type SituationCatalogue,
  whyNotSituations,
} from '@carapace/shared/functional-safety/situation-catalogue'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { type MethodKind, methodNamed, methodTitle, refuseDraft } from '../../graph/methods/methods.ts'
import { programMethod, setProgramMethod } from '../../graph/methods/methods.queries.ts'
import { lockGraph, refuseReaders } from '../../graph/programs/access.queries.ts'

type Content = GuidewordMethod | SituationCatalogue

const guidewordMethod: MethodKind<GuidewordMethod> = {
  kind: 'guidewords',
  one: 'guidewords',
  many: 'guidewords',
  shipped: shippedGuidewords,
  whyNot: whyNotGuidewords,
}

const situationMethod: MethodKind<SituationCatalogue> = {
  kind: 'situations',
  one: 'situation catalogue',
  many: 'situation catalogues',
  shipped: shippedSituations,
  whyNot: whyNotSituations,
}

/** The kinds by name. A content is one of the kind: the contract has checked it. */
export const safetyMethods: Readonly<Record<SafetyMethodKind, MethodKind<Content>>> = {
  guidewords: guidewordMethod as MethodKind<Content>,
  situations: situationMethod as MethodKind<Content>,
}

/** The guidewords that a program uses. */
export const guidewordsOf = (db: Database | Tx, org: Org, programUuid: string) =>
  usedBy(db, org, programUuid, guidewordMethod)

/** The situation catalogue that a program uses. */
export const situationsOf = (db: Database | Tx, org: Org, programUuid: string) =>
  usedBy(db, org, programUuid, situationMethod)

async function usedBy<C>(db: Database | Tx, org: Org, programUuid: string, { kind, shipped }: MethodKind<C>) {
  const { uuid, name, version, content } = (await programMethod<C>(db, org, programUuid, kind)) ?? {
    uuid: null,
    ...shipped,
  }
  return { uuid, name, version, content }
}

/** Sets the released version that a program uses; null: the shipped one (rules METHOD-4, METHOD-6). */
export async function takeSafetyMethod(
  tx: Tx,
  caller: Caller,
  { kind, programUuid, methodUuid }: { kind: SafetyMethodKind; programUuid: string; methodUuid: string | null },
): Promise<void> {
  const of = safetyMethods[kind]
  await refuseReaders(tx, caller, programUuid)
  await lockGraph(tx, caller.org, programUuid)
  const after = await methodNamed(tx, caller, of, methodUuid)
  refuseDraft(after)
  const before = await usedBy(tx, caller.org, programUuid, of)
  if (before.uuid === methodUuid) return
  await setProgramMethod(tx, caller.org, programUuid, kind, methodUuid)
  await audit(tx, caller.org, byCaller(caller), {
    action: `use ${of.one}`,
    subject: 'program',
    subjectUuid: programUuid,
    before: { method: methodTitle(before) },
    after: { method: methodTitle(after) },
  })
}
