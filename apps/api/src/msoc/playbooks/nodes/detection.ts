import { audit, byCaller } from '../../../account/sign-in/sessions.queries.ts'
import { lockProfile, retireActive, updateProfile } from '../../can/profiles.queries.ts'
import { disableRules, enableRules } from '../../rules/states.ts'
import { lockRules, storedRules } from '../../rules/writes.queries.ts'
import { type NodeResult, type NodeWork, refused, uuidIn } from '../node-work.ts'

/** Enables the latest version of a rule, or disables it. The rules of enabling hold here too, as four eyes. */
export async function setRuleState(work: NodeWork): Promise<NodeResult> {
  const { tx, org, caller, input } = work
  await lockRules(tx, org)
  const rules = await storedRules(tx, org, [uuidIn(work, 'rule')])
  if (rules.length === 0) throw refused('This rule does not exist.')
  const isEnabling = input['state'] === 'enabled'
  const [why] = isEnabling ? await enableRules(tx, caller, rules, undefined) : await disableRules(tx, caller, rules)
  if (why !== undefined) throw refused(why)
  return { kind: 'done', port: 'next', output: { state: isEnabling ? 'ENABLED' : 'DISABLED' } }
}

/** Activates a profile, which retires the active one of its model and bus, or retires it. */
export async function setProfileState(work: NodeWork): Promise<NodeResult> {
  const { tx, org, caller, input } = work
  const uuid = uuidIn(work, 'profile')
  const before = await lockProfile(tx, org, uuid)
  if (!before) throw refused('This profile does not exist.')
  const isActivating = input['state'] === 'active'
  const state = isActivating ? ('ACTIVE' as const) : ('RETIRED' as const)
  const output = { state }
  if (before.state === state) return { kind: 'done', port: 'next', output }
  if (!isActivating && before.state !== 'ACTIVE') throw refused('Only an active profile is retired.')
  await retireActive(tx, org, before)
  if (isActivating)
    await updateProfile(tx, org, uuid, {
      state,
      activatedBy: caller.user.name,
      activatedAt: new Date(),
      retiredAt: null,
    })
  await audit(tx, org, byCaller(caller), {
    action: isActivating ? 'activate CAN profile' : 'retire CAN profile',
    subject: 'can_profile',
    subjectUuid: uuid,
    after: { state, run: work.run.uuid },
  })
  return { kind: 'done', port: 'next', output }
}
