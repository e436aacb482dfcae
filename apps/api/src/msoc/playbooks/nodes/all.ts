import type { NodeType } from '@carapace/shared/msoc/playbooks/node-settings'
import type { Handler } from '../node-work.ts'
import { acknowledgeAlert, assignAlert, closeAlert, setAlertStatus, silenceAlerts, tagAlert } from './alerts.ts'
import { addObservable, addTask, commentCase, createCase, linkAlert, updateCase } from './cases.ts'
import { setProfileState, setRuleState } from './detection.ts'
import { choose, delay, forEach, setVariables } from './flow.ts'
import { approval, form, notify } from './people.ts'
import { isRepeatable } from './outside.ts'
import { subPlaybook } from './sub-playbook.ts'
import { findAlerts, vehicleAction, vehicleFacts } from './vehicles.ts'

/** What each type of node does; `condition` and `end` are decided by the engine itself. */
export const handlers: Readonly<Record<Exclude<NodeType, 'condition' | 'end'>, Handler>> = {
  switch: async (work) => choose(work),
  set: async (work) => setVariables(work),
  for_each: async (work) => forEach(work),
  delay: async (work) => delay(work),
  sub_playbook: subPlaybook,
  form,
  approval,
  assign_alert: assignAlert,
  tag_alert: tagAlert,
  acknowledge_alert: acknowledgeAlert,
  set_alert_status: setAlertStatus,
  close_alert: closeAlert,
  find_alerts: findAlerts,
  silence_alerts: silenceAlerts,
  create_case: createCase,
  link_alert: linkAlert,
  comment_case: commentCase,
  update_case: updateCase,
  add_task: addTask,
  add_observable: addObservable,
  notify,
  http_request: async ({ input }) => ({
    kind: 'outside',
    repeatable: isRepeatable(input),
    timeoutMs: Number(input['timeout_seconds']) * 1_000,
  }),
  run_analyzer: async () => ({ kind: 'outside', repeatable: true, timeoutMs: 60_000 }),
  vehicle_facts: vehicleFacts,
  set_rule_state: setRuleState,
  set_profile_state: setProfileState,
  vehicle_action: vehicleAction,
}
