import { eraseMember, type TeamMember, updateMember } from '@carapace/shared/account/team.contract'
import type { Role } from '@carapace/shared/modules'
import { call } from '../../core/call/call.ts'
import { sentenceCase } from '../../core/format/format.ts'

/** An administrator's actions on a member. */
export type MemberAction = 'role' | 'deactivate' | 'reactivate' | 'reset-two-factor' | 'erase'

interface ActionTexts {
  readonly title: (name: string) => string
  /** The consequences for the member. */
  readonly text: (name: string) => string
  /** The verb on the button. */
  readonly action: string
  readonly done: (name: string) => string
  readonly isDanger: boolean
}

export const actionTexts: Readonly<Record<MemberAction, ActionTexts>> = {
  role: {
    title: (name) => `Change the role of ${name}`,
    action: 'Change role',
    isDanger: false,
    text: (name) => `The permissions of ${name} change at once, in all their sessions.`,
    done: (name) => `The role of ${name} is changed`,
  },
  deactivate: {
    title: (name) => `Deactivate ${name}?`,
    action: 'Deactivate',
    isDanger: true,
    text: (name) =>
      `${name} is signed out everywhere within five seconds and cannot sign in until somebody ` +
      'reactivates them. What they did stays.',
    done: (name) => `${name} is deactivated`,
  },
  reactivate: {
    title: (name) => `Reactivate ${name}?`,
    action: 'Reactivate',
    isDanger: false,
    text: (name) => `${name} can sign in again, with the password and the role that they had.`,
    done: (name) => `${name} is reactivated`,
  },
  'reset-two-factor': {
    title: (name) => `Reset the second factor of ${name}?`,
    action: 'Reset second factor',
    isDanger: true,
    text: (name) =>
      `${name} can then sign in with the password alone, and set up the second factor again. Make sure ` +
      `that the request really comes from ${name}.`,
    done: (name) => `The second factor of ${name} is off`,
  },
  erase: {
    title: (name) => `Erase ${name}?`,
    action: 'Erase',
    isDanger: true,
    text: (name) =>
      `Everything personal about ${name} is erased for good. What they did stays in the records, under ` +
      '"Former member". This cannot be taken back.',
    done: (name) => `${name} is erased`,
  },
}

/** Sends the action to the server. */
export async function performAction(
  memberAction: MemberAction,
  { uuid, revision }: TeamMember,
  role: Role,
): Promise<void> {
  const row = { uuid, revision }
  if (memberAction === 'erase') await call(eraseMember, row)
  else if (memberAction === 'role') await call(updateMember, { ...row, role })
  else if (memberAction === 'reset-two-factor') await call(updateMember, { ...row, reset_two_factor: true })
  else await call(updateMember, { ...row, active: memberAction === 'reactivate' })
}

/** The changes of a member in the message of a conflict. */
export const memberWords = {
  name: (name: string) => `name is now ${name}`,
  role: (role: Role) => `role is now ${sentenceCase(role)}`,
  active: (active: boolean) => (active ? 'reactivated' : 'deactivated'),
  two_factor: (isOn: boolean | null) => `second factor is now ${isOn ? 'on' : 'off'}`,
}
