import type { SubjectKind } from '@carapace/shared/msoc/playbooks/playbook'
import type { PlaybookRun } from '@carapace/shared/msoc/playbooks/runs.contract'
import { type LinkOptions, linkOptions } from '@tanstack/react-router'

/** The page of a run. */
export const runAt = (run: string) => linkOptions({ to: '/org/msoc/dashboard/playbooks/run', search: { run } as never })

/** The editor of a playbook. */
export const playbookAt = (playbook: string) =>
  linkOptions({ to: '/org/msoc/dashboard/playbooks/edit', search: { playbook } as never })

/** What waits for a person. */
export const waitingTab = linkOptions({ to: '/org/msoc/dashboard/playbooks', search: { tab: 'waiting' } as never })

/** The page of the alert, the case or the vehicle that a run is about. */
export function subjectAt({ kind, uuid, label }: NonNullable<PlaybookRun['subject']>): LinkOptions {
  const pages: Readonly<Record<SubjectKind, LinkOptions>> = {
    alert: linkOptions({ to: '/org/msoc/dashboard/alert-management/general', search: { alert: uuid } as never }),
    case: linkOptions({ to: '/org/msoc/dashboard/case-management/general', search: { case: uuid } as never }),
    vehicle: linkOptions({
      to: '/org/msoc/dashboard/projects/vehicle/$tab',
      params: { tab: 'info' },
      search: { vehicle: label } as never,
    }),
  }
  return pages[kind]
}
