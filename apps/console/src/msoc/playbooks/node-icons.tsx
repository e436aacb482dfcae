import {
  BanCircleIcon,
  BriefcaseIcon,
  CircleIcon,
  CloudIcon,
  CommentIcon,
  CrossCircleIcon,
  DriveTimeIcon,
  EditIcon,
  EndorsedIcon,
  EyeOpenIcon,
  FilterListIcon,
  FlowEndIcon,
  ForkIcon,
  FormIcon,
  GitBranchIcon,
  HelpIcon,
  LabTestIcon,
  LinkIcon,
  MinusIcon,
  NotificationsIcon,
  PersonIcon,
  PlaybookIcon,
  PlayIcon,
  PulseIcon,
  RepeatIcon,
  SearchIcon,
  SendToIcon,
  StopwatchIcon,
  TagIcon,
  TickCircleIcon,
  TickIcon,
  TimeIcon,
  VariableIcon,
  VolumeOffIcon,
  WarningSignIcon,
} from '@blueprintjs/icons'
import type { NodeType } from '@carapace/shared/msoc/playbooks/node-settings'
import type { StepState } from '@carapace/shared/msoc/playbooks/run-states'
import type { ComponentType } from 'react'

type Icon = ComponentType<{ readonly size?: number }>

const typeIcons: Readonly<Record<NodeType, Icon>> = {
  condition: GitBranchIcon,
  switch: ForkIcon,
  set: VariableIcon,
  for_each: RepeatIcon,
  delay: TimeIcon,
  sub_playbook: PlaybookIcon,
  end: FlowEndIcon,
  form: FormIcon,
  approval: EndorsedIcon,
  notify: NotificationsIcon,
  assign_alert: PersonIcon,
  tag_alert: TagIcon,
  acknowledge_alert: TickIcon,
  set_alert_status: WarningSignIcon,
  close_alert: CrossCircleIcon,
  find_alerts: SearchIcon,
  silence_alerts: VolumeOffIcon,
  create_case: BriefcaseIcon,
  link_alert: LinkIcon,
  comment_case: CommentIcon,
  update_case: EditIcon,
  add_task: TickCircleIcon,
  add_observable: EyeOpenIcon,
  http_request: CloudIcon,
  run_analyzer: LabTestIcon,
  vehicle_facts: DriveTimeIcon,
  vehicle_action: SendToIcon,
  set_rule_state: FilterListIcon,
  set_profile_state: PulseIcon,
}

/** The icon of a type of node; a question mark for a type that this console does not know. */
export function NodeIcon({ type, size = 14 }: { readonly type: string; readonly size?: number }) {
  const Drawn = Object.hasOwn(typeIcons, type) ? typeIcons[type as NodeType] : HelpIcon
  return <Drawn size={size} />
}

const stateIcons: Readonly<Record<StepState, Icon>> = {
  PENDING: CircleIcon,
  RUNNING: PlayIcon,
  WAITING: StopwatchIcon,
  DONE: TickCircleIcon,
  FAILED: CrossCircleIcon,
  UNKNOWN: HelpIcon,
  SKIPPED: BanCircleIcon,
}

/** The icon of the state of a step; a dash for a step that was not reached. */
export function StateIcon({ state, size = 12 }: { readonly state: StepState | undefined; readonly size?: number }) {
  const Drawn = state === undefined ? MinusIcon : stateIcons[state]
  return <Drawn size={size} />
}
