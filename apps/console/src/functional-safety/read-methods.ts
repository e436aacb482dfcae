import { GuidewordMethod } from '@carapace/shared/functional-safety/guidewords'
import type { SafetyMethodKind } from '@carapace/shared/functional-safety/method-kinds'
import { getSafetyMethods } from '@carapace/shared/functional-safety/methods.contract'
import { SituationCatalogue } from '@carapace/shared/functional-safety/situation-catalogue'
import { call } from '../core/call/call.ts'
import type { Computed } from '../graph/store/graph-state.ts'
import { methodsKind, type SafetyMethods } from './methods.ts'

/** The version of a kind that a program uses. */
async function used(kind: SafetyMethodKind, programUuid: string, signal: AbortSignal) {
  const { methods, used: uuid } = await call(getSafetyMethods, { kind, program_uuid: programUuid }, { signal })
  const found = methods.find((each) => each.uuid === uuid)
  if (!found) throw new Error(`The program uses a version of ${kind} that is not listed.`)
  return found
}

/** Reads the guidewords and the situations of a program with its graph. No write to the graph changes them. */
const safetyMethods: Computed<SafetyMethods> = {
  kind: methodsKind,
  async all(programUuid, signal) {
    const [guidewords, situations] = await Promise.all([
      used('guidewords', programUuid, signal),
      used('situations', programUuid, signal),
    ])
    return {
      guidewords: { ...guidewords, content: GuidewordMethod.parse(guidewords.content) },
      situations: { ...situations, content: SituationCatalogue.parse(situations.content) },
    }
  },
  some: (_programUuid, _uuids, before) => Promise.resolve(before),
}

/** For pages that need the methods of the program. */
export const withMethods: readonly Computed<unknown>[] = [safetyMethods]
