import { maySeeProgram, type ProgramRole } from '@carapace/shared/graph/members/membership'
import { getProgramMembers, saveProgramMember } from '@carapace/shared/graph/programs/programs.contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { useSession } from '../../core/session/session.ts'
import { toast } from '../../core/ui/toast.ts'
import { accept, pageSubject, useEndpoint } from '../../core/call/query.ts'
import { roleWords } from './role-words.ts'
import type { refusalsOf } from '../programs/refusals.ts'

/** The program whose members are shown, and how to read it again. */
export interface MembersContext {
  readonly program: { readonly uuid: string }
  readonly refusals: Pick<ReturnType<typeof refusalsOf>, 'lead'>
  readonly again: () => void
}

/** Gives a user a role, or removes it (null); returns whether that succeeded. A failure has been shown to the user. */
export type Place = (
  user: { readonly uuid: string; readonly name: string },
  role: ProgramRole | null,
) => Promise<boolean>

/** The members of the program and how to change them. A user who loses access by that is taken to the list. */
export function useMembers({ program, again: programAgain }: MembersContext) {
  const { uuid } = program
  const me = useSession()
  const navigate = useNavigate()
  const { data, error: problem, refetch: again } = useEndpoint(getProgramMembers, { program_uuid: uuid }, pageSubject)
  const [busy, setBusy] = useState(false)

  const place: Place = async (user, role) => {
    setBusy(true)
    try {
      accept(
        getProgramMembers,
        { program_uuid: uuid },
        await call(saveProgramMember, { program_uuid: uuid, user_uuid: user.uuid, role }),
      )
      toast.success(
        role === null ? `${user.name} is off the program.` : `${user.name}: ${roleWords[role].title.toLowerCase()}.`,
      )
      const isGone = user.uuid === me?.uuid && !maySeeProgram({ role: me.role, programRole: role })
      if (isGone) void navigate({ to: '/org/lifecycle/programs' })
      else programAgain()
      return true
    } catch (thrown) {
      toast.error(messageOf(thrown))
      again()
      return false
    } finally {
      setBusy(false)
    }
  }
  return { members: data?.members, problem, again, place, busy }
}
