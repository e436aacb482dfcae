import type { Access } from '@carapace/shared/interface-agreement/access'
import type { TeamMember } from '@carapace/shared/interface-agreement/pages.contract'

/** Somebody of the team as they are edited. */
export interface MemberDraft {
  /** The account; null: a contact without one. */
  readonly user_uuid: string | null
  readonly name: string
  readonly role: string
  readonly email: string
  readonly phone: string
  readonly access: Access
  readonly rows: readonly number[]
  readonly is_signatory: boolean
}

/** A person of the organisation who can be added. */
interface Person {
  readonly uuid: string
  readonly name: string
  readonly email: string
}

export const newMember: MemberDraft = {
  user_uuid: null,
  name: '',
  role: '',
  email: '',
  phone: '',
  access: 'contact',
  rows: [],
  is_signatory: false,
}

export function draftOf({
  uuid: _uuid,
  side: _side,
  has_account: _account,
  revision: _revision,
  ...fields
}: TeamMember) {
  return fields satisfies MemberDraft
}

/** The draft with another account: a person takes part as a member, somebody without an account is a contact. */
export function withPerson(draft: MemberDraft, person: Person | undefined): MemberDraft {
  if (!person) return withAccess({ ...draft, user_uuid: null }, 'contact')
  const { uuid, name, email } = person
  const access = draft.access === 'contact' ? 'member' : draft.access
  return { ...draft, user_uuid: uuid, name, email, access }
}

/** The draft with another access: only who sees the whole agreement signs it. */
export function withAccess(draft: MemberDraft, access: Access): MemberDraft {
  const isWhole = access === 'member' || access === 'named'
  return { ...draft, access, is_signatory: draft.is_signatory && isWhole }
}

/** Whether the draft can be stored. */
export function isComplete({ name, role, access, rows }: MemberDraft): boolean {
  return name.trim() !== '' && role.trim() !== '' && (access !== 'third-party' || rows.length > 0)
}
